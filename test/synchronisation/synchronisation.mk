# Random programs of synchronisation objects, judged by trying every interleaving.
#   make synchronisation SEED=1 COUNT=500
check-synchronisation: all
	@python3 test/synchronisation/random_programs.py $(BUILD)/ravel 1 25

synchronisation: all
	@python3 test/synchronisation/random_programs.py $(BUILD)/ravel $(SEED) $(COUNT)

SUITES += check-synchronisation
.PHONY: check-synchronisation synchronisation
