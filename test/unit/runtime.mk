# Unit tests of those parts of the runtime that do not need a program to run in.
SUITES += check-runtime

RUNTIME_UNIT := $(BUILD)/unit
RUNTIME_UNIT_TESTS := datarace datarace_again heap private checkpoint unused_result
# These put back or replace what a sanitizer's runtime relies on.
ifndef RUNTIME_UNIT_OPTIONS
RUNTIME_UNIT_TESTS += restore tls
endif
RUNTIME_UNIT_PARTS := $(addprefix src/runtime/,pages.c checkpoint.c copy.c kept.c shadow.c private.c heap.c datarace.c \
  datarace_clocks.c datarace_objects.c datarace_waiting.c)
RUNTIME_UNIT_HEADERS := $(wildcard src/runtime/*.h test/unit/*.h test/check.h)
RUNTIME_UNIT_CFLAGS = $(ALL_CFLAGS) -Itest $(RUNTIME_UNIT_OPTIONS)

# An address sanitizer has other plans for where the heap is: RUNTIME_UNIT_OPTIONS can move it.
RUNTIME_UNIT_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover -DHEAP_BASE=0x400000000000

$(RUNTIME_UNIT)/runtime_%: test/unit/runtime_%.c $(RUNTIME_UNIT_PARTS) $(RUNTIME_UNIT_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(RUNTIME_UNIT_CFLAGS) -o $@ $(filter %.c,$^)
$(RUNTIME_UNIT)/runtime_datarace: test/unit/runtime_datarace_model.c
$(RUNTIME_UNIT)/runtime_unused_result: src/runtime/unused_result.c

# What restores a program's variables must not have its own among them: it is a library here too.
$(RUNTIME_UNIT)/runtime_restore: test/unit/runtime_restore.c $(RUNTIME_UNIT)/libravel.so
	$(CC) $(RUNTIME_UNIT_CFLAGS) -rdynamic -o $@ $^ -Wl,-rpath,'$$ORIGIN'
$(RUNTIME_UNIT)/libravel.so: $(addprefix src/runtime/,restore.c touched.c checkpoint.c copy.c pages.c) \
    $(RUNTIME_UNIT_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(RUNTIME_UNIT_CFLAGS) -fPIC -shared -Wl,-soname,libravel.so -o $@ $(filter %.c,$^)
$(RUNTIME_UNIT)/runtime_tls: $(addprefix src/runtime/,restore.c touched.c tls.c)

# The same tests with clocks that have to begin again all the time.
$(RUNTIME_UNIT)/runtime_datarace_again: test/unit/runtime_datarace.c \
    test/unit/runtime_datarace_model.c $(RUNTIME_UNIT_PARTS) $(RUNTIME_UNIT_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(RUNTIME_UNIT_CFLAGS) -DDATARACE_LAST_BEGINNING=100 -o $@ $(filter %.c,$^)

# A test that ends badly without having counted a failure is one.
check-runtime: $(addprefix $(RUNTIME_UNIT)/runtime_,$(RUNTIME_UNIT_TESTS))
	@for test in $^; do $$test || echo "$$test: exit status $$?"; done | awk ' \
	  /^[0-9]+ passed, [0-9]+ failed$$/ { passed += $$1; failed += $$3; next } \
	  /: exit status [0-9]+$$/ { bad++ } \
	  { print } \
	  END { failed = failed < bad ? bad : failed; printf "%d passed, %d failed\n", passed, failed; \
	        exit failed > 0 }'

# What race detection costs; printed, not judged.
bench-datarace: $(RUNTIME_UNIT)/runtime_datarace_bench
	$<

check-runtime-sanitized:
	$(MAKE) BUILD=$(BUILD)/sanitized RUNTIME_UNIT_OPTIONS='$(RUNTIME_UNIT_SANITIZE)' check-runtime

.PHONY: check-runtime check-runtime-sanitized bench-datarace
