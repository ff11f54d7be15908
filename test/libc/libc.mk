# What is known of the functions that the C library exports.
#   make libc-list     makes the list of those that are not anew
check-libc: all
	@python3 test/libc/check.py $(BUILD)/libravel.so

libc-list: all
	@python3 test/libc/check.py $(BUILD)/libravel.so --write

SUITES += check-libc
.PHONY: check-libc libc-list
