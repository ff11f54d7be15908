# The oracle: random small programs judged by brute force.
# Asserts and lemmas (src/core/lemma.h) are checked in it: -DNDEBUG is refused.
#   make oracle SEED=1 COUNT=100000      programs in memory, all strategies and orders
#   make oracle-traces SEED=1 COUNT=2000     programs in C, through the whole of Ravel
#   make oracle-scale                        how teams of up to 1,000 would scale
#   make oracle-teams SEED=1 COUNT=100000    programs in memory, explored by teams (core/team.h)
SUITES += check-oracle check-oracle-teams check-oracle-traces

ORACLE := $(BUILD)/test/oracle
ORACLE_COUNT ?= 1200
TEAMS_COUNT ?= 600
ORACLE_PARTS := $(patsubst %,$(BUILD)/obj/test/oracle/%.o,generate joins symmetric machine objects brute)
TEST_BINARIES += $(ORACLE)/oracle $(ORACLE)/emit
SEED ?= 1
COUNT ?= 2000

$(ORACLE)/oracle: $(patsubst %,$(BUILD)/obj/test/oracle/%.o,oracle system print told) $(ORACLE_PARTS) \
    $(patsubst %.c,$(BUILD)/obj/%.o,$(CORE))
$(ORACLE)/teams: $(patsubst %,$(BUILD)/obj/test/oracle/%.o,teams system print told) $(ORACLE_PARTS) \
    $(patsubst %.c,$(BUILD)/obj/%.o,$(CORE))
$(ORACLE)/scale: $(BUILD)/obj/test/oracle/scale.o $(patsubst %.c,$(BUILD)/obj/%.o,$(CORE))
$(ORACLE)/emit: $(BUILD)/obj/test/oracle/emit.o $(ORACLE_PARTS)
$(ORACLE)/estimates: $(patsubst %,$(BUILD)/obj/test/oracle/%.o,estimates system told) $(ORACLE_PARTS) \
    $(patsubst %.c,$(BUILD)/obj/%.o,$(CORE) src/report/estimate.c)
$(ORACLE)/weak: $(patsubst %,$(BUILD)/obj/test/oracle/%.o,weak weak_program weak_axioms weak_keys weak_buffers system told) $(ORACLE_PARTS) \
    $(patsubst %.c,$(BUILD)/obj/%.o,$(CORE))
$(ORACLE)/oracle $(ORACLE)/teams $(ORACLE)/scale $(ORACLE)/emit $(ORACLE)/estimates $(ORACLE)/weak:
	@mkdir -p $(@D)
	$(call Q,LINK) $(CC) $(ALL_CFLAGS) $(SANITIZE) -o $@ $^ -lm

check-oracle: $(ORACLE)/oracle
	@$(ORACLE)/oracle 1 $(ORACLE_COUNT)
	@$(ORACLE)/oracle 1 60 16384 pnsocb
	@$(ORACLE)/oracle 2100072 1 16895 psoc
	@$(ORACLE)/oracle 30476 1 - d
	@$(ORACLE)/oracle 20166 1 - c
	@$(ORACLE)/oracle 20738 1 - c
	@$(ORACLE)/oracle 1 400 5375 g
	@$(ORACLE)/oracle 20824 1 1 g
	@$(ORACLE)/oracle 21220 1 1 g
	@$(ORACLE)/oracle 21446 1 1 g
	@$(ORACLE)/oracle 21262 1 9 g
	@$(ORACLE)/oracle 22500 120 8 g

check-oracle-teams: $(ORACLE)/teams
	@$(ORACLE)/teams 1 $(TEAMS_COUNT)
	@$(ORACLE)/teams 3000844 1

check-oracle-traces: all $(ORACLE)/emit
	@test/oracle/c-programs.sh $(BUILD)/ravel $(ORACLE)/emit 1 40

oracle: $(ORACLE)/oracle
	@$(ORACLE)/oracle $(SEED) $(COUNT)

oracle-teams: $(ORACLE)/teams
	@$(ORACLE)/teams $(SEED) $(COUNT)

oracle-scale: $(ORACLE)/scale
	@for workers in 1 2 8 64 256 1000; do $(ORACLE)/scale one 9 $$workers; $(ORACLE)/scale two 7 $$workers; done

oracle-loops: $(ORACLE)/oracle
	@$(ORACLE)/oracle $(SEED) $(COUNT) 16384

oracle-traces: all $(ORACLE)/emit
	@test/oracle/c-programs.sh $(BUILD)/ravel $(ORACLE)/emit $(SEED) $(COUNT)

.PHONY: check-oracle check-oracle-teams check-oracle-traces oracle oracle-teams oracle-scale oracle-loops oracle-traces
