# The oracle: random small programs judged by brute force.
#   make oracle SEED=1 COUNT=100000      programs in memory, all strategies and orders
#   make oracle-c SEED=1 COUNT=2000      programs in C, through the whole of Ravel
SUITES += check-oracle

ORACLE := $(BUILD)/test/oracle
ORACLE_PARTS := $(patsubst %,$(BUILD)/obj/test/oracle/%.o,generate machine brute system print)
SEED ?= 1
COUNT ?= 2000

$(ORACLE)/oracle: $(BUILD)/obj/test/oracle/oracle.o $(ORACLE_PARTS) $(patsubst %.c,$(BUILD)/obj/%.o,$(CORE))
	@mkdir -p $(@D)
	$(call Q,LINK) $(CC) $(ALL_CFLAGS) $(SANITIZE) -o $@ $^

check-oracle: $(ORACLE)/oracle
	@$(ORACLE)/oracle 1 2500

oracle: $(ORACLE)/oracle
	@$(ORACLE)/oracle $(SEED) $(COUNT)

.PHONY: check-oracle oracle
