# Weak memory: litmus tests with their known answers, and random programs against brute force.
#   make weak SEED=1 COUNT=100000        programs in memory, under all models; MODEL=tso: one of them
#   make weak-programs SEED=1 COUNT=1000     programs in C, through the whole of Ravel
#                                            PLAIN=plain: with plain accesses for relaxed ones
#   make same-counts                         all test programs with optimal and graph
SUITES += check-weak

# Operations on several objects, additions that commute, guards, loops.
SAME_COUNTS := descriptors/poll_any.c descriptors/select_any.c synchronisation/cancel_semaphore.c \
    signals/timerfd.c cxx/cxx_guard_throws.cc openmp/omp_sections.c atomics/combining_own_kinds.c \
    atomics/combining_publishes.c atomics/combining_read_between.c loops/loop_seqlock.c \
    loops/loop_bakery.c loops/loop_mcs_lock.c loops/loop_tournament.c loops/await_peterson.c \
    loops/await_ticket_lock.c loops/loop_dekker.c cxx/cxx_jthread.cc

check-weak: all $(BUILD)/test/oracle/weak
	@$(BUILD)/test/oracle/weak 1 1000
	@RAVEL=$(BUILD)/ravel python3 test/weak/litmus.py
	@test/oracle/weak-programs.sh $(BUILD)/ravel $(BUILD)/test/oracle/weak 1 6
	@test/oracle/weak-programs.sh $(BUILD)/ravel $(BUILD)/test/oracle/weak 1 8 plain
	@test/oracle/weak-programs.sh $(BUILD)/ravel $(BUILD)/test/oracle/weak 59 1
	@RAVEL=$(BUILD)/ravel EVERY=6 python3 test/weak/same_counts.py test/programs/synchronisation
	@RAVEL=$(BUILD)/ravel python3 test/weak/same_counts.py $(addprefix test/programs/,$(SAME_COUNTS))

weak: $(BUILD)/test/oracle/weak
	@$(BUILD)/test/oracle/weak $(SEED) $(COUNT) $(or $(MODEL),all)

weak-programs: all $(BUILD)/test/oracle/weak
	@test/oracle/weak-programs.sh $(BUILD)/ravel $(BUILD)/test/oracle/weak $(SEED) $(COUNT) $(PLAIN)

same-counts: all
	@RAVEL=$(BUILD)/ravel python3 test/weak/same_counts.py test/programs

.PHONY: check-weak weak weak-programs same-counts
