# Random C programs against an interpreter of their own.
#   make oracle-c SEED=1 COUNT=20000 [FEATURES=loops,locks]
SUITES += check-oracle-c

C_ORACLE := $(BUILD)/test/c-oracle/c-oracle
TEST_BINARIES += $(C_ORACLE)
FEATURES ?=

$(C_ORACLE): $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard test/c-oracle/*.c))
	@mkdir -p $(@D)
	$(call Q,LINK) $(CC) $(ALL_CFLAGS) $(SANITIZE) -o $@ $^

check-oracle-c: all $(C_ORACLE)
	@python3 test/c-oracle/check.py $(BUILD)/ravel $(C_ORACLE) 1 160 $(FEATURES)
	@python3 test/c-oracle/check.py $(BUILD)/ravel $(C_ORACLE) 5000 24 attempts
	@python3 test/c-oracle/check.py $(BUILD)/ravel $(C_ORACLE) 109 20 signals,local

oracle-c: all $(C_ORACLE)
	@python3 test/c-oracle/check.py $(BUILD)/ravel $(C_ORACLE) $(SEED) $(COUNT) $(FEATURES)

.PHONY: check-oracle-c oracle-c
