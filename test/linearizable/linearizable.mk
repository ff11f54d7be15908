# Random small objects: is a scenario linearizable, by definition, and what does Ravel say?
#   make oracle-linearizable SEED=1 COUNT=20000 SECONDS=400 [SEARCH='options of ravel check']
#   make spaces-linearizable SEED=1 COUNT=1000 SECONDS=400
#   make bench-histories               what it costs to check a history
#   make table-linearizable            the table of doc/linearizability.md
#   make weak-linearizable SEED=1 COUNT=1000 SECONDS=400
SUITES += check-linearizable

check-linearizable: all
	@python3 test/linearizable/report.py $(BUILD)/ravel $(BUILD)/test/linearizable
	@python3 test/linearizable/oracle.py $(BUILD)/ravel $(BUILD)/test/linearizable 1 100
	@python3 test/linearizable/spaces.py $(BUILD)/ravel $(BUILD)/test/linearizable 1000 50
	@python3 test/linearizable/weak.py $(BUILD)/ravel $(BUILD)/test/linearizable 1 60

oracle-linearizable: all
	@python3 test/linearizable/oracle.py $(BUILD)/ravel $(BUILD)/test/linearizable $(SEED) $(COUNT) $(SECONDS) \
	  $(SEARCH)

spaces-linearizable: all
	@python3 test/linearizable/spaces.py $(BUILD)/ravel $(BUILD)/test/linearizable $(SEED) $(COUNT) $(SECONDS)

weak-linearizable: all
	@python3 test/linearizable/weak.py $(BUILD)/ravel $(BUILD)/test/linearizable $(SEED) $(COUNT) $(SECONDS)

table-linearizable: all
	@python3 test/linearizable/table.py $(BUILD)/ravel

bench-histories:
	@mkdir -p $(BUILD)/test/linearizable
	@$(CC) -O2 -Iinclude -o $(BUILD)/test/linearizable/speed test/linearizable/speed.c -lpthread
	@$(BUILD)/test/linearizable/speed

.PHONY: bench-histories check-linearizable oracle-linearizable spaces-linearizable table-linearizable weak-linearizable
