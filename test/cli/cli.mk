# The command itself: its options, its files, what it makes of bad input, and drop-in compiling.
check-cli: all
	@RAVEL=$(BUILD)/ravel BUILD=$(BUILD) sh test/cli/run.sh

SUITES += check-cli
.PHONY: check-cli

# Searches that are interrupted at random moments, TIMES each, and resumed.
#   make interrupts TIMES=20 SEED=1
TIMES ?= 20
interrupts: all
	@python3 test/cli/interrupts.py $(BUILD)/ravel $(TIMES) $(SEED)
.PHONY: interrupts
