# Small C and C++ programs with the verdict, the place of the error and, where it can be derived,
# the number of traces that each must give. See run.py for what a program's header may say.
# `make programs` runs them with every algorithm.
PROGRAM_ALGORITHMS ?= naive source optimal

check-programs: all
	RAVEL=$(BUILD)/ravel ALGORITHMS="$(PROGRAM_ALGORITHMS)" python3 test/programs/run.py

programs:
	$(MAKE) PROGRAM_ALGORITHMS="naive sleep static dpor source optimal unfold" check-programs

SUITES += check-programs
.PHONY: check-programs programs
