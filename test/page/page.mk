# The page of `ravel show --html`, in Debian's Chromium. Skipped where there is none: it is large, and
# nothing else needs it (packages chromium and chromium-driver).
check-page: all
	@RAVEL=$(BUILD)/ravel python3 test/page/check.py

SUITES += check-page
.PHONY: check-page
