# Programs of others, unmodified: fetched, built with `ravel cc`, checked. Not part of make check.
#   make real [REAL=libev]
REAL ?=

real: all
	@python3 test/real/real.py $(BUILD)/ravel $(BUILD)/real $(REAL)

.PHONY: real
