# The printed algorithms of ISSTA 2019, line by line, beside ours.
check-issta: all
	@python3 test/issta/check.py $(BUILD)/ravel

SUITES += check-issta
.PHONY: check-issta
