# Livelocks, random programs against brute force over all states.
#   make livelocks SEED=1 COUNT=1000
check-livelocks: all
	RAVEL=$(BUILD)/ravel python3 test/livelocks/check.py 1 12

livelocks: all
	RAVEL=$(BUILD)/ravel python3 test/livelocks/check.py $(SEED) $(COUNT)

SUITES += check-livelocks
.PHONY: check-livelocks livelocks
