# Ravel. `make` leaves build/ravel, which runs in place. See README.md for what else there is.
VERSION := 0.1.0
PREFIX ?= /usr/local
BUILD ?= build
CC ?= cc

WARNINGS := -Wall -Wextra -Werror -Wmissing-prototypes -Wstrict-prototypes -Wshadow -Wvla
CFLAGS ?= -O2 -g
ALL_CFLAGS := -std=gnu17 $(WARNINGS) -Isrc -Iinclude -DRAVEL_VERSION='"$(VERSION)"' $(CFLAGS)

CORE := $(wildcard src/core/*.c)
RUNTIME := $(wildcard src/runtime/*.c src/runtime/*.S)
# Machine code is understood for one architecture; elsewhere nothing is known of it.
X86_64 := $(findstring x86_64,$(shell $(CC) -dumpmachine))
LIVENESS := $(if $(X86_64),$(wildcard src/liveness/*.c),src/liveness/liveness.c)
CLI := $(wildcard src/cli/*.c src/report/*.c) $(LIVENESS)
BUILD_ID := $(BUILD)/build_id.c
PAGE := $(BUILD)/page.c
EXPLANATIONS := $(BUILD)/explanations.c

# One short line for each thing made; `make V=1` shows the commands.
ifndef V
Q = @echo '  $(1) $@';
endif

comma := ,

all: $(BUILD)/ravel $(BUILD)/libravel.so
include src/cli/cli.mk

# --- the command ---------------------------------------------------------------------------------

# The command and the library of one build know each other by a hash of what they are made of.
$(BUILD_ID): $(wildcard src/*/*.[chS]) Makefile
	@mkdir -p $(@D)
	$(call Q,MAKE) printf '#include "build_id.h"\nconst char build_id[BUILD_ID_SIZE] = "%.32s";\n' \
	  "$$( (echo '$(CC)' '$(CFLAGS)' '$(SANITIZE)'; cat $^) | sha256sum)" > $@

# The files of the page that `ravel show --html` writes, as arrays of bytes.
PAGE_html := page.html
PAGE_css := page.css tree.css
PAGE_js := base.js trace.js rows.js lanes.js side.js moves.js tree.js tree_view.js main.js

page_array = echo "const char page_$(1)[] = {"; \
  cat $(addprefix src/report/page/,$(PAGE_$(1))) | od -An -v -tu1 | sed 's/  *\([0-9][0-9]*\)/\1,/g'; echo '0};';
$(PAGE): $(addprefix src/report/page/,$(PAGE_html) $(PAGE_css) $(PAGE_js)) Makefile
	@mkdir -p $(@D)
	$(call Q,MAKE) { echo '#include "report/html.h"'; \
	  $(call page_array,html) $(call page_array,css) $(call page_array,js) } > $@

# The examples of `ravel explain`, in the same way.
$(EXPLANATIONS): $(wildcard examples/kinds/*.c)
	@mkdir -p $(@D)
	$(call Q,MAKE) { echo '#include "cli/explain.h"'; \
	  echo '#include <stddef.h>'; echo 'const struct explanation explanations[] = {'; \
	  for file in $^; do kind=$${file##*/}; echo "{\"$${kind%.c}\", (const char[]){"; \
	  od -An -v -tu1 $$file | sed 's/  *\([0-9][0-9]*\)/\1,/g'; echo '0}},'; done; \
	  echo '{NULL, NULL}};'; } > $@

# libdw reads debug information, and the C++ library knows the names of C++: which is all that it is
# for, so it becomes part of the command where it can, and is not loaded at every start.
STATIC_CXX := $(if $(SANITIZE),,$(findstring /,$(shell $(CC) -print-file-name=libstdc++.a)))
COMMAND_LIBS := -ldw -lelf $(if $(STATIC_CXX),-Wl$(comma)-Bstatic -lstdc++ -Wl$(comma)-Bdynamic,-lstdc++) -lm

$(BUILD)/ravel: $(patsubst %.c,$(BUILD)/obj/%.o,$(CLI) $(CORE) $(BUILD_ID) $(PAGE) $(EXPLANATIONS))
	$(call Q,LINK) $(CC) $(ALL_CFLAGS) $(SANITIZE) $(LDFLAGS) -o $@ $^ $(COMMAND_LIBS)

# The command on a cluster. MPICC may be any MPI's; the rest of it is what $(BUILD)/ravel is made of.
MPICC ?= mpicc
mpi: $(BUILD)/ravel-mpi
$(BUILD)/ravel-mpi: src/mpi/mpi.c all
	$(call Q,LINK) $(MPICC) $(ALL_CFLAGS) -o $@ $< $(patsubst %.c,$(BUILD)/obj/%.o, \
	  $(filter-out src/cli/start.c,$(CLI)) $(CORE) $(BUILD_ID) $(PAGE) $(EXPLANATIONS)) \
	  $(COMMAND_LIBS) $(LDLIBS)
.PHONY: mpi

$(BUILD)/obj/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call Q,CC  ) $(CC) $(ALL_CFLAGS) $(SANITIZE) -MMD -MP -c -o $@ $<

# --- the runtime ---------------------------------------------------------------------------------

# It runs inside the program under test, on its stacks and in place of its libc functions, so no
# compiler may turn its loops into calls of those, or make it depend on thread-local data.
RUNTIME_CFLAGS := -fPIC -fvisibility=hidden -fno-builtin -fno-omit-frame-pointer \
	-fno-stack-protector $(if $(X86_64),-mcx16) \
	$(shell $(CC) -fno-tree-loop-distribute-patterns -E -x c /dev/null >/dev/null 2>&1 && \
	  echo -fno-tree-loop-distribute-patterns)
# A sanitizer's own runtime can't live there: undefined behaviour traps instead.
RUNTIME_SANITIZE := $(if $(SANITIZE),-fsanitize=undefined -fsanitize-undefined-trap-on-error)

$(BUILD)/libravel.so: $(patsubst %,$(BUILD)/pic/%.o,$(basename $(RUNTIME) $(CORE) $(BUILD_ID)))
	$(call Q,LINK) $(CC) $(ALL_CFLAGS) $(LDFLAGS) -shared -Wl,-z,now -Wl,-soname,libravel.so -o $@ $^

$(BUILD)/pic/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call Q,CC  ) $(CC) $(ALL_CFLAGS) $(RUNTIME_CFLAGS) $(RUNTIME_SANITIZE) -MMD -MP -c -o $@ $<

# No backtrace goes through the core. What it relies on of a deterministic program is checked by the
# tests (core/lemma.h).
$(patsubst %.c,$(BUILD)/pic/%.o,$(CORE)): RUNTIME_CFLAGS += -fomit-frame-pointer -DRV_LEMMAS_UNCHECKED

# What their callers' registers held must stay in their frames (ENTRY in runtime.h).
$(patsubst %,$(BUILD)/pic/src/runtime/%.o,c11 mutex pthread rwlock semaphore): \
	RUNTIME_CFLAGS += -fno-optimize-sibling-calls

# It calls what may throw.
$(BUILD)/pic/src/runtime/once.o: RUNTIME_CFLAGS += -fexceptions

$(BUILD)/pic/%.o: %.S Makefile
	@mkdir -p $(@D)
	$(call Q,AS  ) $(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# --- trying it -----------------------------------------------------------------------------------

setup:
	@./setup

# The example ends with an error that Ravel finds: that is what it is to show.
demo: setup
	@$(MAKE) --no-print-directory -s all
	@echo '$$ build/ravel check examples/bank.c'
	@$(BUILD)/ravel check --trace $(BUILD)/bank.trace.json examples/bank.c; test $$? -eq 1

# --- tests ---------------------------------------------------------------------------------------

# Which error is found first must not depend on how fast the machine is.
export RAVEL_JOBS := 1
# What the command prints depends on these.
unexport GITHUB_ACTIONS GITHUB_WORKSPACE CI_PROJECT_DIR

# Every suite has a file of rules that adds its target to SUITES, and what it needs that others may
# need too to TEST_BINARIES: that is made before, since suites run at the same time. Those that take
# longest begin first.
include $(wildcard test/*/*.mk bench/*.mk)
LONG_SUITES := check-cli check-sanitized check-clang check-programs
LONG_FIRST := $(filter $(LONG_SUITES),$(SUITES)) $(filter-out $(LONG_SUITES),$(SUITES))

check: setup
	@$(MAKE) --no-print-directory -j2 all
	@$(MAKE) --no-print-directory -j2 $(TEST_BINARIES)
	@MAKE="$(MAKE)" test/run $(LONG_FIRST)

lint: check-format
	cppcheck --quiet --std=c11 --error-exitcode=1 --inline-suppr -Isrc -Iinclude \
	  --enable=warning,performance,portability --suppressions-list=test/cppcheck.txt src

format:
	clang-format -i $$(git ls-files '*.c' '*.h' '*.cc' '*.hpp')

# --- installing ----------------------------------------------------------------------------------

install: all
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/lib/ravel-tsan' \
	  '$(DESTDIR)$(PREFIX)/lib/pkgconfig' '$(DESTDIR)$(PREFIX)/lib/cmake/Ravel' '$(DESTDIR)$(PREFIX)/include/ravel-c++/bits' \
	  '$(DESTDIR)$(PREFIX)/share/man/man1' '$(DESTDIR)$(PREFIX)/share/man/man3' \
	  '$(DESTDIR)$(PREFIX)/share/ravel/ravel_gdb' \
	  '$(DESTDIR)$(PREFIX)/share/bash-completion/completions' \
	  '$(DESTDIR)$(PREFIX)/share/zsh/site-functions' \
	  '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d'
	install -m 755 $(BUILD)/ravel '$(DESTDIR)$(PREFIX)/bin/ravel'
	$(if $(wildcard $(BUILD)/ravel-mpi),install -m 755 $(BUILD)/ravel-mpi '$(DESTDIR)$(PREFIX)/bin/ravel-mpi')
	ln -sf ravel '$(DESTDIR)$(PREFIX)/bin/ravel-cc'
	ln -sf ravel '$(DESTDIR)$(PREFIX)/bin/ravel-c++'
	install -m 755 $(BUILD)/libravel.so '$(DESTDIR)$(PREFIX)/lib/libravel.so'
	install -m 644 $(BUILD)/ravel-tsan/libtsan* '$(DESTDIR)$(PREFIX)/lib/ravel-tsan/'
	$(if $(X86_64),ln -sf ../../bin/ravel '$(DESTDIR)$(PREFIX)/lib/ravel-tsan/as')
	install -m 644 include/*.h include/*.hpp '$(DESTDIR)$(PREFIX)/include/'
	install -m 644 include/ravel-c++/assert.h '$(DESTDIR)$(PREFIX)/include/ravel-c++/assert.h'
	install -m 644 include/ravel-c++/mutex '$(DESTDIR)$(PREFIX)/include/ravel-c++/mutex'
	install -m 644 include/ravel-c++/bits/*.h '$(DESTDIR)$(PREFIX)/include/ravel-c++/bits/'
	install -m 644 src/gdb/ravel-gdb.py '$(DESTDIR)$(PREFIX)/share/ravel/'
	install -m 644 src/gdb/ravel_gdb/*.py '$(DESTDIR)$(PREFIX)/share/ravel/ravel_gdb/'
	install -m 644 doc/*.1 '$(DESTDIR)$(PREFIX)/share/man/man1/'
	install -m 644 doc/*.3 '$(DESTDIR)$(PREFIX)/share/man/man3/'
	$(BUILD)/ravel completion bash > '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/ravel'
	$(BUILD)/ravel completion zsh > '$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_ravel'
	$(BUILD)/ravel completion fish > '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/ravel.fish'
	install -m 644 src/Ravel*.cmake '$(DESTDIR)$(PREFIX)/lib/cmake/Ravel/'
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' src/ravel.pc.in \
	  > '$(DESTDIR)$(PREFIX)/lib/pkgconfig/ravel.pc'

clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -path $(BUILD)/real -prune -o -path $(BUILD)/suites -prune -o -name '*.d' -print 2>/dev/null)

.PHONY: all setup demo check lint format install clean
