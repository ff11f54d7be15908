/*
 * Data races: every rule of C11 by hand, then random executions against the standard's own words
 * (runtime_datarace_model.c).
 */
#include <stdio.h>

#include "check.h"
#include "runtime/datarace.h"
#include "runtime/datarace_clocks.h"
#include "unit/runtime_datarace_model.h"

#define RELAXED __ATOMIC_RELAXED
#define ACQUIRE __ATOMIC_ACQUIRE
#define RELEASE __ATOMIC_RELEASE
#define ACQ_REL __ATOMIC_ACQ_REL
#define SEQ_CST __ATOMIC_SEQ_CST

enum { DATA = 0x10000, FLAG = 0x20000, OTHER_FLAG = 0x20004, MUTEX = 0x30000 };

static struct datarace race;

static bool reads(rv_tid thread, uint64_t addr) {
  return datarace_read(thread, addr, 4, &race);
}

static bool writes(rv_tid thread, uint64_t addr) {
  return datarace_write(thread, addr, 4, &race);
}

static void load(rv_tid thread, uint64_t addr, int order) {
  CHECK(!datarace_atomic_load(thread, addr, 4, order, &race));
}

static void store(rv_tid thread, uint64_t addr, int order) {
  CHECK(!datarace_atomic_store(thread, addr, 4, order, &race));
}

static void rmw(rv_tid thread, uint64_t addr, int order) {
  CHECK(!datarace_atomic_rmw(thread, addr, 4, order, &race));
}

/* Thread 0 has started threads 1 to n - 1. */
static void begin(rv_tid n) {
  datarace_reset();
  for (rv_tid thread = 1; thread < n; thread++)
    datarace_thread_start(thread, 0);
}

static void test_plain_accesses(void) {
  TEST("two unordered writes race, and the other side is described");
  begin(2);
  CHECK(!datarace_write(0, DATA + 2, 4, &race));
  CHECK(datarace_write(1, DATA, 8, &race));
  CHECK_EQ(race.other, 0);
  CHECK_EQ(race.addr, DATA + 2);
  CHECK_EQ(race.size, 4);
  CHECK(race.other_writes && !race.other_atomic);

  TEST("an unordered read and write race, in either order");
  begin(2);
  CHECK(!reads(0, DATA));
  CHECK(writes(1, DATA));
  CHECK(!race.other_writes && !race.other_atomic);
  begin(2);
  CHECK(!writes(0, DATA));
  CHECK(reads(1, DATA));
  CHECK(race.other_writes);

  TEST("two reads do not race, nor do a thread's own accesses");
  begin(2);
  CHECK(!reads(0, DATA) && !reads(1, DATA) && !reads(0, DATA));
  CHECK(!writes(0, DATA + 8) && !reads(0, DATA + 8) && !writes(0, DATA + 8));

  TEST("a write by the thread that read before still races with the other reader");
  begin(2);
  CHECK(!reads(0, DATA) && !reads(1, DATA));
  CHECK(writes(1, DATA));
  CHECK_EQ(race.other, 0);

  TEST("nothing of an earlier execution races");
  begin(2);
  CHECK(!writes(1, DATA));
  begin(2);
  CHECK(!writes(0, DATA));
  begin(2);
  CHECK(!reads(1, DATA));
}

static void test_bytes(void) {
  TEST("neighbours in one granule do not race");
  begin(4);
  CHECK(!datarace_write(0, DATA, 1, &race));
  CHECK(!datarace_write(1, DATA + 1, 1, &race));
  CHECK(!datarace_write(2, DATA + 2, 2, &race));
  CHECK(!datarace_write(3, DATA + 4, 4, &race));

  TEST("one byte in common is enough");
  CHECK(datarace_read(0, DATA + 3, 1, &race));
  CHECK_EQ(race.other, 2);
  CHECK_EQ(race.addr, DATA + 3);
  CHECK_EQ(race.size, 1);

  TEST("an access across granules races in any of them");
  begin(2);
  CHECK(!datarace_write(0, DATA + 21, 1, &race));
  CHECK(datarace_read(1, DATA + 3, 40, &race));
  CHECK_EQ(race.addr, DATA + 21);
  begin(2);
  CHECK(!datarace_write(0, DATA + 5, 7, &race));
  CHECK(!datarace_write(1, DATA, 5, &race));
  CHECK(!datarace_write(1, DATA + 12, 4, &race));
  CHECK(datarace_write(1, DATA + 11, 1, &race));

  TEST("an access of no bytes races with nothing");
  CHECK(!datarace_write(1, DATA + 5, 0, &race));

  TEST("bytes read one by one are as well remembered as a word");
  begin(2);
  for (int i = 0; i < 8; i++)
    CHECK(!datarace_read(0, DATA + (uint64_t)i, 1, &race));
  CHECK(datarace_write(1, DATA, 8, &race));
  CHECK_EQ(race.addr, DATA);
  CHECK_EQ(race.size, 8);
}

static void test_threads(void) {
  TEST("what the parent did before happens before all of the child, what it does after does not");
  datarace_reset();
  CHECK(!writes(0, DATA));
  datarace_thread_start(1, 0);
  CHECK(!writes(1, DATA));
  CHECK(reads(0, DATA));
  begin(2);
  CHECK(!writes(0, DATA));
  CHECK(writes(1, DATA));

  TEST("a join orders all that the thread did");
  begin(3);
  CHECK(!writes(1, DATA));
  datarace_thread_join(0, 1);
  CHECK(!writes(0, DATA));
  datarace_thread_join(2, 1);
  CHECK(writes(2, DATA));
  CHECK_EQ(race.other, 0);

  TEST("thread numbers may have gaps and be high");
  datarace_reset();
  datarace_thread_start(DATARACE_MAX_THREADS - 1, 0);
  datarace_thread_start(70, DATARACE_MAX_THREADS - 1);
  CHECK(!writes(DATARACE_MAX_THREADS - 1, DATA));
  CHECK(writes(70, DATA));
  CHECK_EQ(race.other, DATARACE_MAX_THREADS - 1);
  datarace_thread_join(0, 70);
  CHECK(reads(0, DATA));
  CHECK_EQ(race.other, DATARACE_MAX_THREADS - 1);
  datarace_thread_join(0, DATARACE_MAX_THREADS - 1);
  CHECK(!writes(0, DATA));
}

static void test_many_readers(void) {
  enum { READERS = 100 };
  TEST("a write finds the one reader of a hundred that it is not ordered with");
  for (rv_tid loose = 1; loose <= READERS; loose += 33) {
    begin(READERS + 1);
    for (rv_tid reader = 1; reader <= READERS; reader++)
      CHECK(!reads(reader, DATA));
    for (rv_tid reader = 1; reader <= READERS; reader++)
      if (reader != loose)
        datarace_thread_join(0, reader);
    CHECK(writes(0, DATA));
    CHECK_EQ(race.other, loose);
  }

  TEST("after a write that is ordered with all readers they no longer matter");
  begin(READERS + 1);
  for (rv_tid reader = 1; reader <= READERS; reader++)
    CHECK(!reads(reader, DATA) && !reads(reader, DATA + 4));
  for (rv_tid reader = 1; reader <= READERS; reader++)
    datarace_thread_join(0, reader);
  CHECK(!writes(0, DATA));
  CHECK(!reads(0, DATA));
  CHECK(writes(1, DATA));
  CHECK_EQ(race.other, 0);
}

static void test_mutexes(void) {
  TEST("critical sections of one mutex are ordered");
  begin(3);
  for (rv_tid thread = 0; thread < 3; thread++) {
    datarace_acquire(thread, MUTEX);
    CHECK(!reads(thread, DATA) && !writes(thread, DATA));
    datarace_release(thread, MUTEX);
  }

  TEST("those of different mutexes are not, not even of neighbouring ones");
  datarace_acquire(0, MUTEX + 4);
  CHECK(reads(0, DATA));

  TEST("what is done after the unlock is not ordered");
  begin(2);
  datarace_release(0, MUTEX);
  CHECK(!writes(0, DATA));
  datarace_acquire(1, MUTEX);
  CHECK(writes(1, DATA));

  TEST("a mutex of an earlier execution orders nothing");
  begin(2);
  datarace_release(0, MUTEX);
  begin(2);
  CHECK(!writes(0, DATA));
  datarace_acquire(1, MUTEX);
  CHECK(writes(1, DATA));
}

/* Thread 0 writes data and stores the flag, thread 1 loads it and writes the data: a race? */
static bool passes_on(int store_order, int load_order) {
  begin(2);
  CHECK(!writes(0, DATA));
  store(0, FLAG, store_order);
  load(1, FLAG, load_order);
  return !writes(1, DATA);
}

static void test_orders(void) {
  TEST("a release store that an acquire load reads publishes what came before");
  CHECK(passes_on(RELEASE, ACQUIRE));
  CHECK(passes_on(RELEASE, __ATOMIC_CONSUME));
  CHECK(passes_on(SEQ_CST, SEQ_CST));

  TEST("a relaxed store publishes nothing, a relaxed load acquires nothing");
  CHECK(!passes_on(RELAXED, ACQUIRE));
  CHECK(!passes_on(RELAXED, SEQ_CST));
  CHECK(!passes_on(RELEASE, RELAXED));
  CHECK(!passes_on(RELAXED, RELAXED));

  TEST("a release store does not publish what comes after it");
  begin(2);
  store(0, FLAG, RELEASE);
  CHECK(!writes(0, DATA));
  load(1, FLAG, ACQUIRE);
  CHECK(writes(1, DATA));

  TEST("another atomic in the same granule synchronises nothing");
  begin(2);
  CHECK(!writes(0, DATA));
  store(0, FLAG, RELEASE);
  load(1, OTHER_FLAG, ACQUIRE);
  CHECK(writes(1, DATA));

  TEST("synchronisation is transitive");
  begin(3);
  CHECK(!writes(0, DATA));
  store(0, FLAG, RELEASE);
  load(1, FLAG, ACQUIRE);
  store(1, OTHER_FLAG, RELEASE);
  load(2, OTHER_FLAG, ACQUIRE);
  CHECK(!writes(2, DATA));

  TEST("a read-modify-write acquires and releases as its order says");
  begin(3);
  CHECK(!writes(0, DATA) && !writes(1, DATA + 8));
  rmw(0, FLAG, RELEASE);
  rmw(1, FLAG, RELEASE);
  rmw(2, FLAG, ACQUIRE);
  CHECK(!writes(2, DATA) && !writes(2, DATA + 8));
  begin(2);
  CHECK(!writes(0, DATA));
  rmw(0, FLAG, ACQUIRE);
  rmw(1, FLAG, ACQUIRE);
  CHECK(writes(1, DATA));
  begin(2);
  CHECK(!writes(0, DATA));
  rmw(0, FLAG, ACQ_REL);
  rmw(1, FLAG, RELEASE);
  CHECK(writes(1, DATA));
}

/* Thread 0 publishes data, `between` does something to the flag, thread 2 acquires it. */
static bool survives(void (*between)(void)) {
  begin(3);
  CHECK(!writes(0, DATA));
  store(0, FLAG, RELEASE);
  between();
  load(2, FLAG, ACQUIRE);
  return !writes(2, DATA);
}

static void relaxed_rmw_of_another(void) {
  rmw(1, FLAG, RELAXED);
}

static void relaxed_store_of_another(void) {
  store(1, FLAG, RELAXED);
}

static void release_store_of_another(void) {
  store(1, FLAG, RELEASE);
}

static void relaxed_store_of_its_own(void) {
  store(0, FLAG, RELAXED);
}

static void rmw_of_another_then_store_of_its_own(void) {
  rmw(1, FLAG, RELEASE);
  store(0, FLAG, RELAXED);
}

static void store_of_another_then_of_its_own(void) {
  store(1, FLAG, RELAXED);
  store(0, FLAG, RELAXED);
}

static void test_release_sequences(void) {
  TEST("a relaxed read-modify-write continues a release sequence");
  CHECK(survives(relaxed_rmw_of_another));

  TEST("a store by another thread ends it");
  CHECK(!survives(relaxed_store_of_another));
  CHECK(!survives(release_store_of_another));
  CHECK(!survives(store_of_another_then_of_its_own));

  TEST("a relaxed store by the thread of its head continues it");
  CHECK(survives(relaxed_store_of_its_own));
  CHECK(survives(rmw_of_another_then_store_of_its_own));

  TEST("and ends those that others began within it");
  begin(3);
  store(0, FLAG, RELEASE);
  CHECK(!writes(1, DATA));
  rmw(1, FLAG, RELEASE);
  store(0, FLAG, RELAXED);
  load(2, FLAG, ACQUIRE);
  CHECK(writes(2, DATA));
}

static void test_fences(void) {
  TEST("a release fence makes a later relaxed store publish what came before the fence");
  begin(2);
  CHECK(!writes(0, DATA));
  datarace_fence(0, RELEASE);
  CHECK(!writes(0, DATA + 8));
  store(0, FLAG, RELAXED);
  load(1, FLAG, ACQUIRE);
  CHECK(!writes(1, DATA));
  CHECK(writes(1, DATA + 8));

  TEST("an acquire fence makes earlier relaxed loads acquire, and not the later ones");
  begin(2);
  CHECK(!writes(0, DATA));
  store(0, FLAG, RELEASE);
  load(1, FLAG, RELAXED);
  datarace_fence(1, ACQUIRE);
  CHECK(!writes(1, DATA));
  begin(2);
  CHECK(!writes(0, DATA));
  store(0, FLAG, RELEASE);
  datarace_fence(1, ACQUIRE);
  load(1, FLAG, RELAXED);
  CHECK(writes(1, DATA));

  TEST("two fences synchronise through relaxed operations; seq_cst ones are both kinds");
  begin(2);
  CHECK(!writes(0, DATA));
  datarace_fence(0, SEQ_CST);
  store(0, FLAG, RELAXED);
  rmw(1, FLAG, RELAXED);
  datarace_fence(1, SEQ_CST);
  CHECK(!writes(1, DATA));

  TEST("fences alone synchronise nothing, and the wrong kind of fence nothing either");
  begin(2);
  CHECK(!writes(0, DATA));
  datarace_fence(0, SEQ_CST);
  datarace_fence(1, SEQ_CST);
  CHECK(writes(1, DATA));
  begin(2);
  CHECK(!writes(0, DATA));
  datarace_fence(0, ACQUIRE);
  store(0, FLAG, RELAXED);
  load(1, FLAG, ACQUIRE);
  CHECK(writes(1, DATA));
  begin(2);
  CHECK(!writes(0, DATA));
  store(0, FLAG, RELEASE);
  load(1, FLAG, RELAXED);
  datarace_fence(1, RELEASE);
  CHECK(writes(1, DATA));

  TEST("a relaxed read-modify-write after a release fence publishes too");
  begin(2);
  CHECK(!writes(0, DATA));
  datarace_fence(0, RELEASE);
  rmw(0, FLAG, RELAXED);
  load(1, FLAG, ACQUIRE);
  CHECK(!writes(1, DATA));
}

static void test_atomic_accesses(void) {
  TEST("atomic accesses do not race with each other");
  begin(3);
  store(0, FLAG, RELAXED);
  rmw(1, FLAG, RELAXED);
  load(2, FLAG, RELAXED);
  store(2, FLAG, RELAXED);

  TEST("a plain access races with every unordered atomic write");
  CHECK(reads(0, FLAG));
  CHECK(race.other_atomic && race.other_writes);
  CHECK(race.other == 1 || race.other == 2);

  TEST("a plain write races with an unordered atomic read, a plain read does not");
  begin(2);
  load(0, FLAG, SEQ_CST);
  CHECK(!reads(1, FLAG));
  CHECK(writes(1, FLAG));
  CHECK(race.other_atomic && !race.other_writes);

  TEST("an atomic access races with an unordered plain write");
  begin(2);
  CHECK(!writes(0, FLAG));
  CHECK(datarace_atomic_load(1, FLAG, 4, SEQ_CST, &race));
  CHECK(race.other_writes && !race.other_atomic);
  begin(2);
  CHECK(!reads(0, FLAG));
  CHECK(!datarace_atomic_load(1, FLAG, 4, SEQ_CST, &race));
  CHECK(datarace_atomic_store(1, FLAG, 4, SEQ_CST, &race));
  CHECK(!race.other_writes && !race.other_atomic);

  TEST("initialisation by a plain write is ordered by the object's own release and acquire");
  begin(2);
  CHECK(!writes(0, FLAG));
  store(0, FLAG, RELEASE);
  load(1, FLAG, ACQUIRE);
  CHECK(!reads(1, FLAG));

  TEST("whoever drops the last reference may free the counter");
  begin(3);
  rmw(0, FLAG, ACQ_REL);
  rmw(1, FLAG, ACQ_REL);
  rmw(2, FLAG, ACQ_REL);
  CHECK(!datarace_free(2, FLAG, 32, &race));
  begin(2);
  rmw(0, FLAG, RELAXED);
  rmw(1, FLAG, RELAXED);
  CHECK(datarace_free(1, FLAG, 32, &race));
}

static void test_freeing(void) {
  TEST("freeing races with an unordered read anywhere in the block");
  begin(2);
  CHECK(!reads(1, DATA + 96));
  CHECK(datarace_free(0, DATA, 100, &race));
  CHECK_EQ(race.addr, DATA + 96);

  TEST("an unordered access after freeing races with it");
  begin(2);
  CHECK(!datarace_free(0, DATA, 100, &race));
  CHECK(reads(1, DATA + 96));

  TEST("new memory has no past, as data and as synchronisation");
  begin(2);
  CHECK(!writes(0, DATA) && !writes(0, DATA + 16));
  datarace_forget(DATA, 9);
  CHECK(!writes(1, DATA));
  CHECK(writes(1, DATA + 16));
  begin(2);
  CHECK(!writes(0, DATA));
  store(0, FLAG, RELEASE);
  datarace_forget(FLAG, 4);
  load(1, FLAG, ACQUIRE);
  CHECK(writes(1, DATA));

  TEST("large ranges are forgotten as well, across leaves");
  begin(2);
  uint64_t border = UINT64_C(1) << SHADOW_LEAF_BITS, far = 1 << 20;
  CHECK(!writes(0, border - far) && !writes(0, border + far - 4) && !writes(0, border + far));
  datarace_forget(border - far, 2 * far);
  CHECK(!writes(1, border - far) && !writes(1, border + far - 4));
  CHECK(writes(1, border + far));
}

static void test_counting_on(void) {
  TEST("nothing old races when the number of executions starts again");
  datarace_execution = UINT32_MAX - 3;
  for (int i = 0; i < 8; i++) {
    begin(6);
    for (rv_tid thread = 0; thread < 6; thread++)
      CHECK(!reads(thread, DATA));
    CHECK(writes(0, DATA));
    CHECK(!writes((rv_tid)i % 6, DATA + 8));
    datarace_release((rv_tid)i % 6, MUTEX);
  }
  CHECK(datarace_execution < 10);

  TEST("nothing old races when clocks start again");
  uint64_t before = datarace_beginning;
  int lower = 0;
  for (int i = 0; i < 2000; i++) {
    begin(3);
    for (int k = 0; k < i % 5; k++)
      datarace_fence((rv_tid)i % 3, RELEASE);
    CHECK(!writes((rv_tid)i % 3, DATA));
    CHECK(writes((rv_tid)(i + 1) % 3, DATA));
    lower += datarace_beginning < before;
    before = datarace_beginning;
  }
#ifdef DATARACE_LAST_BEGINNING
  CHECK(lower > 10);
#else
  CHECK_EQ(lower, 0);
#endif
}

static void test_against_the_standard(void) {
  TEST("the first race of a random execution is found, and no other, as the standard defines it");
  struct model_counts counts = {0};
  for (uint64_t seed = 1; seed <= 8000 && CHECK(model_agrees(seed, &counts)); seed++)
    ;
  CHECK(counts.races > 1000);
  CHECK(counts.ordered > 1000);
}

int main(void) {
  test_plain_accesses();
  test_bytes();
  test_threads();
  test_many_readers();
  test_mutexes();
  test_orders();
  test_release_sequences();
  test_fences();
  test_atomic_accesses();
  test_freeing();
  test_counting_on();
  test_against_the_standard();
  return check_report();
}
