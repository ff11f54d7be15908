# The papers' programs. `make bench` prints their tables with our figures beside theirs and fails
# where a count differs, and draws figures 6 and 8 of the POPL paper; `make bench-speed` prints what
# an execution and an event cost;
# `make bench-lockfree` is about lock-free code.
BENCH_ALGORITHMS ?= naive,sleep,dpor,source,optimal,optimal --observers,source --observers,$\
  optimal --context-sensitive,source --context-sensitive,$\
  optimal --context-sensitive --observers,source --context-sensitive --observers,unfold,unfold --k=1,unfold --k=2,unfold --k=3

bench: all
	RAVEL=$(BUILD)/ravel ALGORITHMS="$(BENCH_ALGORITHMS)" python3 bench/tables.py
	RAVEL=$(BUILD)/ravel python3 bench/paper.py 002 $(BUILD)/papers

bench-speed: all
	RAVEL=$(BUILD)/ravel python3 bench/speed.py

# How good the estimate of all executions is.
bench-estimate: all $(BUILD)/test/oracle/estimates
	RAVEL=$(BUILD)/ravel ESTIMATES=$(BUILD)/test/oracle/estimates python3 bench/estimate.py

bench-lockfree: all
	RAVEL=$(BUILD)/ravel python3 bench/lockfree.py

# The small sizes are part of the tests, for optimal with threads tried in every order.
BENCH_ORDERS := optimal --order=youngest,optimal --order=random --seed=1,optimal --order=random --seed=2
check-papers: all
	RAVEL=$(BUILD)/ravel ALGORITHMS="$(BENCH_ALGORITHMS),$(BENCH_ORDERS)" \
	  python3 bench/tables.py --small

SUITES += check-papers
.PHONY: bench bench-speed bench-estimate bench-lockfree check-papers

# Every table and figure of one paper that we have, as Markdown and as a page with plots, with the
# paper's figures beside ours: make paper-000 to paper-004.
paper-%: all
	RAVEL=$(BUILD)/ravel python3 bench/paper.py $* $(BUILD)/papers
