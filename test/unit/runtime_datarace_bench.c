/*
 * What race detection costs, in nanoseconds. Printed, not judged.
 */
#include <stdio.h>
#include <time.h>

#include "runtime/datarace.h"

enum { REPEATS = 10, ROUNDS = 100, PLACES = 1000, BASE = 0x100000 };

static struct datarace race;
static uint64_t races;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void begin(rv_tid n) {
  datarace_reset();
  for (rv_tid thread = 1; thread < n; thread++)
    datarace_thread_start(thread, 0);
}

static void same_place(int round) {
  for (int i = 0; i < PLACES; i++)
    races += datarace_write((rv_tid)round % 2, BASE + (rv_tid)round % 2 * 8, 8, &race);
}

static void array_again(int round) {
  (void)round;
  for (uint64_t i = 0; i < PLACES; i++)
    races += datarace_read(1, BASE + 4 * i, 4, &race);
}

static void array_anew(int round) {
  rv_tid thread = (rv_tid)round % 2;
  datarace_acquire(thread, BASE - 64);
  for (uint64_t i = 0; i < PLACES; i++)
    races += datarace_write(thread, BASE + 8 * i, 8, &race);
  datarace_release(thread, BASE - 64);
}

static void update_under_a_lock(int round) {
  for (int i = 0; i < PLACES; i++) {
    rv_tid thread = (rv_tid)(round + i) % 14;
    datarace_acquire(thread, BASE - 64);
    races += datarace_read(thread, BASE, 4, &race);
    races += datarace_write(thread, BASE, 4, &race);
    datarace_release(thread, BASE - 64);
  }
}

static void read_by_all(int round) {
  for (uint64_t i = 0; i < PLACES; i++)
    races += datarace_read((rv_tid)round % 14, BASE + 8 * i, 8, &race);
}

static void seq_cst_stores(int round) {
  for (uint64_t i = 0; i < PLACES; i++)
    races += datarace_atomic_store((rv_tid)(round + (int)i) % 14, BASE + 4 * (i % 16), 4,
                                   __ATOMIC_SEQ_CST, &race);
}

static void seq_cst_updates(int round) {
  for (uint64_t i = 0; i < PLACES; i++)
    races += datarace_atomic_rmw((rv_tid)(round + (int)i) % 14, BASE, 4, __ATOMIC_SEQ_CST, &race);
}

static void updates_by_200(int round) {
  for (uint64_t i = 0; i < PLACES; i++)
    races += datarace_atomic_rmw((rv_tid)(round + (int)i) % 200, BASE, 4, __ATOMIC_SEQ_CST, &race);
}

static void executions(int round) {
  (void)round;
  for (int i = 0; i < PLACES / 14; i++)
    begin(14);
}

/* The best of some runs: others may be using the machine. */
static void measure(const char *what, rv_tid threads, void (*run)(int round)) {
  double best = 0;
  for (int repeat = 0; repeat < REPEATS; repeat++) {
    begin(threads);
    run(0);
    double start = seconds();
    for (int round = 0; round < ROUNDS; round++)
      run(round);
    double taken = seconds() - start;
    best = repeat == 0 || taken < best ? taken : best;
  }
  printf("%6.1f ns  %s\n", best / ROUNDS / PLACES * 1e9, what);
}

int main(void) {
  measure("a plain write like the one before", 2, same_place);
  measure("a plain read of an array element, already read", 2, array_again);
  measure("a plain write of what another thread wrote before", 2, array_anew);
  measure("lock, read, write, unlock; 14 threads", 14, update_under_a_lock);
  measure("a plain read of what 14 threads read in turn", 14, read_by_all);
  measure("a seq_cst store; 14 threads, 16 places", 14, seq_cst_stores);
  measure("a seq_cst read-modify-write; 14 threads, one place", 14, seq_cst_updates);
  measure("the same with 200 threads", 200, updates_by_200);
  measure("a thread's start, reset included; 14 threads", 14, executions);
  printf("%s\n",
         races ? "there were races: these numbers mean nothing" : "no races, as it must be");
  return races != 0;
}
