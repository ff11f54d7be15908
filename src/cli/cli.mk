# What `ravel cc` needs beside the command: the headers, a stand-in for the compiler's own thread
# sanitizer runtime (gcc links -ltsan and libtsan_preinit.o whatever is said), and names for build
# systems that want a compiler to be one word.
HEADERS := $(wildcard include/*.h include/*.hpp include/ravel-c++/assert.h include/ravel-c++/mutex include/ravel-c++/bits/*.h)

$(BUILD)/include/%: include/%
	@mkdir -p $(@D)
	$(call Q,COPY) cp $< $@

$(BUILD)/ravel-tsan/libtsan.so:
	@mkdir -p $(@D)
	$(call Q,MAKE) echo 'INPUT(-lravel)' > $@

$(BUILD)/ravel-tsan/libtsan_preinit.o:
	@mkdir -p $(@D)
	$(call Q,CC  ) $(CC) -c -x c -o $@ /dev/null

# The assembler that gcc calls for `ravel cc`.
$(BUILD)/ravel-tsan/as: $(BUILD)/ravel
	@mkdir -p $(@D)
	$(call Q,LINK) ln -sf ../ravel $@

$(BUILD)/ravel-cc $(BUILD)/ravel-c++: $(BUILD)/ravel
	$(call Q,LINK) ln -sf ravel $@

# The extension for gdb.
EXTENSION := ravel-gdb.py $(patsubst src/gdb/%,%,$(wildcard src/gdb/ravel_gdb/*.py))

$(addprefix $(BUILD)/,$(EXTENSION)): $(BUILD)/%: src/gdb/%
	@mkdir -p $(@D)
	$(call Q,COPY) cp $< $@

all: $(addprefix $(BUILD)/,$(EXTENSION)) $(addprefix $(BUILD)/,$(HEADERS)) $(BUILD)/ravel-tsan/libtsan.so \
	$(BUILD)/ravel-tsan/libtsan_preinit.o $(if $(X86_64),$(BUILD)/ravel-tsan/as) $(BUILD)/ravel-cc $(BUILD)/ravel-c++
