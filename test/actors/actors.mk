# Objects with tasks (ravel_actor.h), random programs against brute force over the orders of tasks.
#   make actors SEED=1 COUNT=1000
check-actors: all
	RAVEL=$(BUILD)/ravel python3 test/actors/check.py 1 12

actors: all
	RAVEL=$(BUILD)/ravel python3 test/actors/check.py $(SEED) $(COUNT)

SUITES += check-actors
.PHONY: check-actors actors
