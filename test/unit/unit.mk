# Unit tests of the explorer. With a sanitizer:
#   make BUILD=build-asan CFLAGS='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover' check-unit
SUITES += check-unit

UNIT := $(BUILD)/test/unit
UNIT_TESTS := core_parts core_explorer core_papers core_unfold core_sampling core_estimate core_cycles \
  core_livelocks
UNIT_CORE := $(patsubst %.c,$(BUILD)/obj/%.o,$(CORE) test/unit/core_toy.c \
  test/unit/core_cyclic.c)

$(UNIT)/core_%: test/unit/core_%.c $(UNIT_CORE) test/check.h test/unit/core_toy.h \
    test/unit/core_cyclic.h
	@mkdir -p $(@D)
	$(call Q,LINK) $(CC) $(ALL_CFLAGS) $(SANITIZE) -Itest -MMD -MP -o $@ $< $(UNIT_CORE) -lm

$(UNIT)/report_story: test/unit/report_story.c $(addprefix src/report/,linearise.c step_order.c story.c \
    trace.c buffer.c)
	@mkdir -p $(@D)
	$(call Q,LINK) $(CC) $(ALL_CFLAGS) $(SANITIZE) -Itest -o $@ $(filter %.c,$^)

$(UNIT)/report_align: test/unit/report_align.c $(addprefix src/report/,align.c buffer.c)
	@mkdir -p $(@D)
	$(call Q,LINK) $(CC) $(ALL_CFLAGS) $(SANITIZE) -Itest -o $@ $(filter %.c,$^)

$(UNIT)/cli_assembly: test/unit/cli_assembly.c src/cli/assembly.c src/cli/assembly_access.c src/report/buffer.c
	@mkdir -p $(@D)
	$(call Q,LINK) $(CC) $(ALL_CFLAGS) $(SANITIZE) -Itest -o $@ $^

# What the command tells while it runs, with a clock of the test's own.
UNIT_CLI := $(patsubst %.c,$(BUILD)/obj/%.o,src/cli/progress.c src/cli/message.c $(filter src/report/%,$(CLI)) $(CORE) $(BUILD_ID) $(PAGE))
$(UNIT)/cli_progress: test/unit/cli_progress.c $(UNIT_CLI)
	@mkdir -p $(@D)
	$(call Q,LINK) $(CC) $(ALL_CFLAGS) $(SANITIZE) -Itest -o $@ $^ -ldw -lelf -lstdc++ -lm

$(UNIT)/report_comparison: test/unit/report_comparison.c $(UNIT_CLI)
	@mkdir -p $(@D)
	$(call Q,LINK) $(CC) $(ALL_CFLAGS) $(SANITIZE) -Itest -o $@ $^ -ldw -lelf -lstdc++ -lm

# A test that ends badly without having counted a failure is one.
check-unit: $(addprefix $(UNIT)/,$(UNIT_TESTS) report_story report_align report_comparison cli_progress cli_assembly)
	@for test in $^; do $$test || echo "$$test: exit status $$?"; done | awk ' \
	  /^[0-9]+ passed, [0-9]+ failed$$/ { passed += $$1; failed += $$3; next } \
	  /: exit status [0-9]+$$/ { bad++ } \
	  { print } \
	  END { failed = failed < bad ? bad : failed; printf "%d passed, %d failed\n", passed, failed; \
	        exit failed > 0 }'

# What reads machine code, against objdump.
$(UNIT)/report_instruction: test/unit/report_instruction.c src/report/instruction.c src/report/image.c \
    src/report/buffer.c
	@mkdir -p $(@D)
	$(call Q,LINK) $(CC) $(ALL_CFLAGS) $(SANITIZE) -o $@ $^

check-instructions: all $(UNIT)/report_instruction
	python3 test/unit/instructions.py $(UNIT)/report_instruction $(BUILD)/libravel.so $(BUILD)/ravel \
	  "$$($(CC) -print-file-name=libstdc++.so.6)"

SUITES += check-instructions
.PHONY: check-unit check-instructions
