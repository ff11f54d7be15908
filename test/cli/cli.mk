# The command itself: its options, its files, what it makes of bad input, and drop-in compiling.
check-cli: all
	@RAVEL=$(BUILD)/ravel BUILD=$(BUILD) sh test/cli/run.sh

SUITES += check-cli
.PHONY: check-cli
