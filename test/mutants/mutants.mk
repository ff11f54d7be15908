# One rule of Ravel is left out at a time, and the tests must notice. Takes about an hour.
#   make mutants [ONLY='words of a name']
mutants:
	@python3 test/mutants/mutants.py $(BUILD)-mutants $(if $(ONLY),'$(ONLY)')

.PHONY: mutants
