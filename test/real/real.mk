# Programs of others, unmodified: fetched, built with `ravel cc`, checked. Not part of make check.
#   make real [REAL=libev]
REAL ?=

real: all
	@python3 test/real/real.py $(BUILD)/ravel $(BUILD)/real $(REAL)

# Test suites of others, with checks added.
#   make suites [SUITES_OF=spdlog]
SUITES_OF ?=

suites: all
	@python3 test/real/suites.py $(BUILD)/ravel $(BUILD)/suites $(SUITES_OF)

.PHONY: real suites
