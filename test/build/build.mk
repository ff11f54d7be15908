# The build itself: other compilers, sanitizers, and what `make install` leaves.

# clang builds Ravel, and compiles programs under test. Every return to a checkpoint is compared with
# a replay from the start.
CLANG_EVERY ?= 4
check-clang:
	$(MAKE) BUILD=$(BUILD)/clang CC=clang all check-unit
	RAVEL=$(BUILD)/clang/ravel RAVEL_CC=clang RAVEL_CXX=clang++ ALGORITHMS=optimal RESET=checked \
	  EVERY=$(CLANG_EVERY) \
	  python3 test/programs/run.py

SANITIZE_ALL := -fsanitize=address,undefined -fno-sanitize-recover=all

# The command, the explorer and the oracle under the address and undefined-behaviour sanitizers;
# the runtime with traps for undefined behaviour.
check-sanitized:
	$(MAKE) BUILD=$(BUILD)/sanitized SANITIZE='$(SANITIZE_ALL)' all
	$(MAKE) BUILD=$(BUILD)/sanitized SANITIZE='$(SANITIZE_ALL)' \
	  RUNTIME_UNIT_OPTIONS='$(RUNTIME_UNIT_SANITIZE)' CFLAGS='-O1 -g $(SANITIZE_ALL)' \
	  ORACLE_COUNT=200 check-unit check-runtime check-oracle
	RAVEL=$(BUILD)/sanitized/ravel ALGORITHMS=optimal EVERY=10 python3 test/programs/run.py

check-install: all
	sh test/build/install.sh "$(MAKE)" $(BUILD)

SUITES += check-clang check-sanitized check-install
.PHONY: check-clang check-sanitized check-install
