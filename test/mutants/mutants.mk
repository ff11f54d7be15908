# One rule of Ravel is left out at a time, and the tests must notice. Takes about half an hour; what was
# noticed is remembered in $(BUILD)-mutants until the rule or its file changes.
#   make mutants [ONLY='words of a name']
mutants:
	@nice -n 10 python3 test/mutants/mutants.py $(BUILD)-mutants $(if $(ONLY),'$(ONLY)')

# Whether the rules are still there to be taken out.
check-mutants:
	@python3 test/mutants/mutants.py --fit

SUITES += check-mutants
.PHONY: mutants check-mutants
