# The printed algorithms of ISSTA 2019, line by line, beside ours.
check-issta: all
	@python3 test/issta/check.py $(BUILD)/ravel

# How many random programs lose traces by its redefined v.
issta-share:
	@python3 test/issta/share.py $(SEED) $(COUNT)

SUITES += check-issta
.PHONY: check-issta issta-share
