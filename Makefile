# Ravel. `make` builds build/ravel, which runs in place; see README.md for the other targets.
VERSION := 0.1.0
PREFIX ?= /usr/local
BUILD ?= build
CC ?= cc

WARNINGS := -Wall -Wextra -Werror -Wmissing-prototypes -Wstrict-prototypes -Wshadow -Wvla
CFLAGS ?= -O2 -g
ALL_CFLAGS := -std=gnu17 $(WARNINGS) -Isrc -Iinclude -DRAVEL_VERSION='"$(VERSION)"' $(CFLAGS)

CORE := $(wildcard src/core/*.c)
RUNTIME := $(wildcard src/runtime/*.c src/runtime/*.S)
CLI := $(wildcard src/cli/*.c src/report/*.c)
OBJECTS = $(patsubst %,$(BUILD)/obj/%.o,$(basename $(1)))

all: $(BUILD)/ravel $(BUILD)/libravel.so
include src/cli/cli.mk

$(BUILD)/ravel: $(call OBJECTS,$(CLI) $(CORE))
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^

# The runtime's functions are called from the program under test, on its stacks.
RUNTIME_CFLAGS := -fPIC -fvisibility=hidden -fno-builtin -fno-omit-frame-pointer -fno-stack-protector -ftls-model=initial-exec
$(BUILD)/pic/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(RUNTIME_CFLAGS) -MMD -MP -c -o $@ $<
$(BUILD)/pic/%.o: %.S
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(RUNTIME_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/libravel.so: $(patsubst %,$(BUILD)/pic/%.o,$(basename $(RUNTIME) $(CORE)))
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -shared -Wl,-z,now -Wl,-soname,libravel.so -o $@ $^ -ldl

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

.PHONY: all clean

# Every suite adds a target check-<suite> to SUITES.
include $(wildcard test/*/*.mk bench/*.mk)
