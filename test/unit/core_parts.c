/*
 * The machinery that strategies share: dependence, clocks, sleep sets, the histories of objects,
 * and wakeup trees.
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/bitset.h"
#include "core/exploration.h"
#include "core/wakeup_bytes.h"
#include "core_toy.h"

static struct rv_op memory(uint64_t addr, uint32_t size, uint32_t mode) {
  return (struct rv_op){.kind = RV_OP_MEMORY, .access = {addr, size, mode}};
}

static struct rv_op mutex(uint8_t kind, uint64_t addr, uint8_t flags) {
  return (struct rv_op){.kind = kind, .flags = flags, .access = {addr, 40, RV_READ | RV_WRITE}};
}

/* Where footprints have nothing in common, nobody looks further. */
static bool footprints_meet(const struct rv_op *a, const struct rv_op *b) {
  return rv_footprint(a) & rv_conflicting_footprint(rv_footprint(b));
}

static bool both_ways(const struct rv_op *a, const struct rv_op *b, bool expected) {
  const bool found = !expected || (footprints_meet(a, b) && footprints_meet(b, a));
  return rv_dependent(a, b) == expected && rv_dependent(b, a) == expected && found;
}

static void dependence(void) {
  const struct rv_op read = memory(100, 8, RV_READ), write = memory(100, 8, RV_WRITE);
  TEST("memory operations depend on each other when they overlap and one writes");
  CHECK(both_ways(&read, &read, false));
  CHECK(both_ways(&read, &write, true));
  CHECK(both_ways(&write, &write, true));
  const struct rv_op byte_inside = memory(107, 1, RV_WRITE), byte_after = memory(108, 1, RV_WRITE),
                     byte_before = memory(99, 1, RV_WRITE), around = memory(90, 40, RV_READ);
  CHECK(both_ways(&write, &byte_inside, true));
  CHECK(both_ways(&write, &byte_after, false));
  CHECK(both_ways(&write, &byte_before, false));
  CHECK(both_ways(&write, &around, true));

  TEST("every access of an operation counts");
  const struct rv_access more[] = {{200, 8, RV_READ}, {300, 4, RV_WRITE}};
  struct rv_op copy = memory(400, 8, RV_READ);
  copy.more = more;
  copy.more_count = 2;
  const struct rv_op r200 = memory(200, 8, RV_READ), w200 = memory(207, 1, RV_WRITE),
                     r300 = memory(303, 1, RV_READ), r304 = memory(304, 8, RV_READ);
  CHECK(both_ways(&copy, &r200, false));
  CHECK(both_ways(&copy, &w200, true));
  CHECK(both_ways(&copy, &r300, true));
  CHECK(both_ways(&copy, &r304, false));

  TEST("operations on one mutex depend on each other, but two unlocks and two refusals do not");
  const struct rv_op lock = mutex(RV_OP_LOCK, 500, 0), got = mutex(RV_OP_TRYLOCK, 500, 0),
                     refused = mutex(RV_OP_TRYLOCK, 500, RV_OP_FAILED),
                     unlock = mutex(RV_OP_UNLOCK, 500, 0), other = mutex(RV_OP_LOCK, 600, 0);
  CHECK(both_ways(&lock, &lock, true));
  CHECK(both_ways(&lock, &got, true));
  CHECK(both_ways(&lock, &refused, true));
  CHECK(both_ways(&lock, &unlock, true));
  CHECK(both_ways(&got, &got, true));
  CHECK(both_ways(&got, &refused, true));
  CHECK(both_ways(&got, &unlock, true));
  CHECK(both_ways(&refused, &unlock, true));
  CHECK(both_ways(&refused, &refused, false));
  CHECK(both_ways(&unlock, &unlock, false));
  CHECK(both_ways(&lock, &other, false));

  TEST("an await reads; a choice depends on nothing");
  const struct rv_op await = {.kind = RV_OP_AWAIT, .access = {100, 8, RV_READ}};
  const struct rv_op choose = {.kind = RV_OP_CHOOSE, .choices = 2};
  CHECK(both_ways(&await, &read, false));
  CHECK(both_ways(&await, &await, false));
  CHECK(both_ways(&await, &write, true));
  CHECK(both_ways(&choose, &write, false));
  CHECK(both_ways(&choose, &choose, false));
}

/* An event as far as sleep sets look at it. */
static struct rv_event made_by(rv_tid thread, struct rv_op op) {
  return (struct rv_event){.step = {.thread = thread, .op = op}, .footprint = rv_footprint(&op)};
}

/* Writes to all of it, as what is not there would crash. */
static unsigned char *filled(struct rv_arena *arena, size_t bytes, int with) {
  return memset(rv_arena_alloc(arena, bytes), with, bytes);
}

static void arenas(void) {
  TEST("an arena has room for what is larger than a chunk, and it is its own");
  struct rv_arena arena;
  rv_arena_init(&arena, &toy_memory);
  const unsigned char *const small = filled(&arena, 100, 1);
  const uint64_t top = arena.top;
  const size_t sizes[] = {RV_CHUNK_SIZE + 8, 3 * RV_CHUNK_SIZE, RV_CHUNK_SIZE, 40,
                          2 * RV_CHUNK_SIZE};
  enum { SIZES = sizeof sizes / sizeof *sizes };
  const unsigned char *at[SIZES];
  for (unsigned round = 0; round < 3; round++) {
    for (unsigned i = 0; i < SIZES; i++) {
      const unsigned k = (i + round) % SIZES;
      at[k] = filled(&arena, sizes[k], (int)k + 2);
    }
    for (unsigned i = 0; i < SIZES; i++) {
      CHECK_EQ(at[i][0], i + 2);
      CHECK_EQ(at[i][sizes[i] - 1], i + 2);
      CHECK_EQ(at[i][sizes[i] / 2], i + 2);
    }
    CHECK_EQ(small[99], 1);
    rv_arena_release(&arena, top);
  }
  TEST("what was released is taken again");
  const uint64_t chunks = toy_resident();
  for (unsigned i = 0; i < 10; i++) {
    filled(&arena, 3 * RV_CHUNK_SIZE, 9);
    rv_arena_release(&arena, top);
  }
  CHECK(toy_resident() <= chunks);
  CHECK(rv_arena_alloc(&arena, 0));
  toy_release();
}

static void sleeping(void) {
  struct rv_arena arena;
  rv_arena_init(&arena, &toy_memory);
  const struct rv_event read_x = made_by(1, memory(0, 8, RV_READ));
  const struct rv_event write_y = made_by(2, memory(8, 8, RV_WRITE));
  const struct rv_event read_y = made_by(3, memory(8, 8, RV_READ));
  const struct rv_event write_x = made_by(4, memory(0, 8, RV_WRITE));
  const struct rv_event read_both = made_by(5, memory(0, 16, RV_READ));
  const struct rv_sleeper *set = rv_sleep_add(NULL, &read_x, &arena);
  set = rv_sleep_add(set, &write_y, &arena);
  set = rv_sleep_add(set, &read_y, &arena);

  TEST("a step wakes the threads that depend on it, and no others");
  const struct rv_sleeper *after = rv_sleep_after(set, &write_x, &arena);
  uint64_t threads = UINT64_MAX;
  CHECK_EQ(rv_sleep_remove(after, &threads, 1), 2);
  CHECK_EQ(~threads, 1u << 2 | 1u << 3);
  after = rv_sleep_after(set, &read_both, &arena);
  threads = UINT64_MAX;
  CHECK_EQ(rv_sleep_remove(after, &threads, 1), 2);
  CHECK_EQ(~threads, 1u << 1 | 1u << 3);

  TEST("a thread's own step takes it out of the set");
  after = rv_sleep_after(set, &read_x, &arena);
  threads = UINT64_MAX;
  CHECK_EQ(rv_sleep_remove(after, &threads, 1), 2);
  CHECK(rv_bit(&threads, 1, 1));

  TEST("a set that nobody leaves stays the same list, and a set is not changed by a step");
  const struct rv_event elsewhere = made_by(6, memory(64, 8, RV_WRITE));
  CHECK(rv_sleep_after(set, &elsewhere, &arena) == set);
  threads = UINT64_MAX;
  CHECK_EQ(rv_sleep_remove(set, &threads, 1), 3);
  toy_release();
}

static void bitsets(void) {
  TEST("sets of threads find their members across words");
  uint64_t set[4] = {0};
  CHECK_EQ(rv_bits_next(set, 4, 0), RV_NO_THREAD);
  CHECK_EQ(rv_bits_last(set, 4), RV_NO_THREAD);
  rv_bit_add(set, 3);
  rv_bit_add(set, 63);
  rv_bit_add(set, 64);
  rv_bit_add(set, 200);
  CHECK_EQ(rv_bits_next(set, 4, 0), 3);
  CHECK_EQ(rv_bits_next(set, 4, 4), 63);
  CHECK_EQ(rv_bits_next(set, 4, 64), 64);
  CHECK_EQ(rv_bits_next(set, 4, 65), 200);
  CHECK_EQ(rv_bits_next(set, 4, 201), RV_NO_THREAD);
  CHECK_EQ(rv_bits_last(set, 4), 200);
  CHECK_EQ(rv_bits_count(set, 4), 4);
  rv_bit_remove(set, 200);
  CHECK_EQ(rv_bits_last(set, 4), 64);
  CHECK(!rv_bit(set, 4, 200) && rv_bit(set, 4, 64) && !rv_bit(set, 1, 64));
}

static void objects(void) {
  struct rv_objects table;
  memset(&table, 0, sizeof table);
  rv_objects_init(&table, &toy_memory);
  enum { COUNT = 600 };
  static struct rv_object *object[COUNT];
  unsigned distinct = 0;
  srand(7);
  for (unsigned i = 0; i < COUNT; i++) {
    const uint32_t size = 1u << rand() % (i % 50 ? 5 : 12);
    object[i] = rv_object_find(&table, (uint64_t)(rand() % 3000), size + (i % 7 == 0));
  }
  TEST("an object is found again by its address and size");
  for (unsigned i = 0; i < COUNT; i++)
    CHECK(rv_object_find(&table, object[i]->addr, object[i]->size) == object[i]);

  TEST("objects know exactly those that they overlap, each once");
  for (unsigned i = 0; i < COUNT; i++) {
    unsigned known = 0, expected = 0;
    bool first = true;
    for (unsigned j = 0; j < i; j++)
      first = first && object[j] != object[i];
    distinct += first;
    for (const struct rv_overlap *o = object[i]->overlaps; o; o = o->next)
      known++;
    for (unsigned j = 0; j < COUNT; j++) {
      bool seen = object[j] == object[i];
      for (unsigned k = 0; k < j && !seen; k++)
        seen = object[k] == object[j];
      const uint64_t begin = object[j]->addr, stop = begin + object[j]->size;
      if (!seen && begin < object[i]->addr + object[i]->size && object[i]->addr < stop)
        expected++;
    }
    CHECK_EQ(known, expected);
  }
  CHECK_EQ(table.n, distinct);
  toy_release();
}

/* A trace made by hand. */
struct made {
  struct rv_trace trace;
  struct rv_happens_before hb;
};

static struct made *made_new(void) {
  struct made *const made = rv_reserve(&toy_memory, 1, sizeof *made);
  rv_trace_init(&made->trace, &toy_memory, 1000);
  rv_happens_before_init(&made->hb, &toy_memory);
  return made;
}

static struct rv_event *did(struct made *made, rv_tid thread, struct rv_op op, uint32_t n_effects,
                            const struct rv_effect *effects) {
  const struct rv_step step = {.op = op, .n_effects = n_effects, .effects = effects};
  made->trace.events[made->trace.n].step.thread = thread;
  return rv_trace_push(&made->trace, &step);
}

static unsigned count_races(const struct made *made) {
  unsigned n = 0;
  for (const struct rv_race *r = made->hb.races; r; r = r->next)
    n++;
  return n;
}

static bool is_race(const struct made *made, const struct rv_event *e, const struct rv_event *f) {
  for (const struct rv_race *r = made->hb.races; r; r = r->next)
    if (r->first == e && r->second == f)
      return true;
  return false;
}

static void clocks(void) {
  TEST("a read happens after the last write, a write after all reads since");
  struct made *made = made_new();
  struct rv_event *const w1 = did(made, 1, memory(0, 8, RV_WRITE), 0, NULL);
  struct rv_event *const r2 = did(made, 2, memory(0, 8, RV_READ), 0, NULL);
  struct rv_event *const r3 = did(made, 3, memory(4, 2, RV_READ), 0, NULL);
  struct rv_event *const w4 = did(made, 4, memory(0, 8, RV_WRITE), 0, NULL);
  rv_happens_before_extend(&made->hb, &made->trace);
  CHECK(rv_happens_before(w1, r2) && rv_happens_before(w1, r3) && rv_happens_before(w1, w4));
  CHECK(!rv_happens_before(r2, r3) && rv_happens_before(r2, w4) && rv_happens_before(r3, w4));
  CHECK_EQ(count_races(made), 4);
  CHECK(is_race(made, w1, r2) && is_race(made, w1, r3));
  CHECK(is_race(made, r2, w4) && is_race(made, r3, w4));

  TEST("events that are taken out leave no trace in the histories");
  made->hb.races = NULL;
  rv_trace_pop(&made->trace);
  rv_trace_pop(&made->trace);
  rv_happens_before_shrink(&made->hb, &made->trace, made->trace.n);
  struct rv_event *const w5 = did(made, 5, memory(2, 1, RV_WRITE), 0, NULL);
  rv_happens_before_extend(&made->hb, &made->trace);
  CHECK_EQ(count_races(made), 1);
  CHECK(is_race(made, r2, w5));
  toy_release();

  TEST("a child knows what its parent knew, a joiner what the joined knew");
  made = made_new();
  const struct rv_effect create = {RV_EFFECT_CREATE, 1, 2};
  const struct rv_effect join[] = {{RV_EFFECT_END, 2, 0}, {RV_EFFECT_JOIN, 1, 2}};
  struct rv_event *const before = did(made, 1, memory(0, 8, RV_WRITE), 1, &create);
  struct rv_event *const parent = did(made, 1, memory(8, 8, RV_WRITE), 0, NULL);
  struct rv_event *const child = did(made, 2, memory(0, 8, RV_WRITE), 2, join);
  struct rv_event *const joined = did(made, 1, memory(0, 8, RV_WRITE), 0, NULL);
  rv_happens_before_extend(&made->hb, &made->trace);
  CHECK(rv_happens_before(before, child) && !rv_happens_before(parent, child));
  CHECK(rv_happens_before(child, joined));
  CHECK_EQ(count_races(made), 0);
  toy_release();

  TEST("events that learn nothing share a clock");
  made = made_new();
  struct rv_event *const first = did(made, 1, memory(0, 8, RV_WRITE), 0, NULL);
  struct rv_event *const learns = did(made, 2, memory(0, 8, RV_READ), 0, NULL);
  struct rv_event *const again = did(made, 2, memory(0, 8, RV_READ), 0, NULL);
  rv_happens_before_extend(&made->hb, &made->trace);
  CHECK(first->clock == NULL);
  CHECK(learns->clock != NULL && learns->clock == again->clock);
  toy_release();

  TEST("of many events that do not conflict the last one of each thread is looked at");
  enum { MANY = 900, THREADS = 3, MOST = 64 };
  made = made_new();
  struct rv_event *adds[MANY], *reads = NULL;
  for (unsigned i = 0; i < MANY; i++) /* one adds at the start alone */
    adds[i] = did(made, i ? 1 + i % 2 : THREADS, memory(0, 8, RV_ADD), 0, NULL);
  rv_happens_before_extend(&made->hb, &made->trace);
  reads = did(made, 0, memory(0, 16, RV_READ), 0, NULL);
  rv_happens_before_extend(&made->hb, &made->trace);
  CHECK(made->hb.n_candidates >= THREADS && made->hb.n_candidates <= MOST);
  CHECK_EQ(count_races(made), THREADS);
  CHECK(is_race(made, adds[0], reads) && is_race(made, adds[MANY - 1], reads) &&
        is_race(made, adds[MANY - 2], reads));

  TEST("and all that are left when events are taken out");
  for (unsigned left = MANY; left > 0; left--) {
    while (made->trace.n >= left)
      rv_trace_pop(&made->trace);
    rv_happens_before_shrink(&made->hb, &made->trace, made->trace.n);
    made->hb.races = NULL;
    did(made, 0, memory(0, 16, RV_READ), 0, NULL);
    rv_happens_before_extend(&made->hb, &made->trace);
    CHECK_EQ(count_races(made), left - 1 < THREADS ? left - 1 : THREADS);
    rv_trace_pop(&made->trace);
    rv_happens_before_shrink(&made->hb, &made->trace, made->trace.n);
  }
  toy_release();

  TEST("a lock races with the lock before it and not with the unlock that it waited for");
  made = made_new();
  struct rv_event *const lock1 = did(made, 1, mutex(RV_OP_LOCK, 64, 0), 0, NULL);
  struct rv_event *const unlock1 = did(made, 1, mutex(RV_OP_UNLOCK, 64, 0), 0, NULL);
  struct rv_event *const lock2 = did(made, 2, mutex(RV_OP_LOCK, 64, 0), 0, NULL);
  rv_happens_before_extend(&made->hb, &made->trace);
  CHECK(rv_happens_before(unlock1, lock2));
  CHECK_EQ(count_races(made), 1);
  CHECK(is_race(made, lock1, lock2));
  toy_release();
}

static enum rv_relation relation(struct rv_sequence *v, rv_tid thread, const struct rv_op *op,
                                 uint32_t *where) {
  return rv_sequence_relation(v, thread, 0, (struct rv_act){op, 0}, rv_footprint(op), where);
}

/* E: thread 1 writes x; thread 2 reads y, then x; thread 3 writes z; thread 4 reads z. */
static void sequences(void) {
  struct made *const made = made_new();
  struct rv_event *const e = did(made, 1, memory(0, 8, RV_WRITE), 0, NULL);
  did(made, 2, memory(8, 8, RV_READ), 0, NULL);
  struct rv_event *const late_event = did(made, 2, memory(0, 8, RV_READ), 0, NULL);
  did(made, 3, memory(16, 8, RV_WRITE), 0, NULL);
  did(made, 4, memory(16, 8, RV_READ), 0, NULL);
  did(made, 1, memory(24, 8, RV_READ), 0, NULL);
  rv_happens_before_extend(&made->hb, &made->trace);
  struct rv_late late = {
      .thread = 2, .position = 2, .op = late_event->step.op, .clock = late_event->clock};
  struct rv_sequence v = {.pool = &made->hb.pool};

  TEST("v is what does not happen after e, and e'");
  rv_sequence_begin(&v, &made->trace, e, &late, made->trace.n);
  static const rv_tid expected[] = {2, 2, 3, 4};
  for (uint32_t i = 0; i < 4; i++)
    if (CHECK(rv_sequence_at(&v, i)))
      CHECK_EQ(v.items[i].thread, expected[i]);
  CHECK(!rv_sequence_at(&v, 4));

  TEST("a thread is an initial of v, independent of it, or kept out by the first that depends");
  uint32_t where;
  const struct rv_op read_y = memory(8, 8, RV_READ), read_z = memory(16, 8, RV_READ),
                     write_z = memory(16, 8, RV_WRITE), write_y = memory(8, 8, RV_WRITE);
  CHECK_EQ(relation(&v, 2, &read_y, &where), RV_INITIAL);
  CHECK_EQ(where, 0);
  CHECK_EQ(relation(&v, 4, &read_z, &where), RV_DEPENDENT);
  CHECK_EQ(where, 2);
  CHECK_EQ(relation(&v, 3, &write_z, &where), RV_INITIAL);
  CHECK_EQ(relation(&v, 5, &read_y, &where), RV_INDEPENDENT);
  CHECK_EQ(relation(&v, 5, &write_y, &where), RV_DEPENDENT);
  CHECK_EQ(where, 0);
  toy_release();
}

static void long_sequence(bool more_after_late) {
  struct made *const made = made_new();
  struct rv_event *const e = did(made, 1, memory(0, 8, RV_WRITE), 0, NULL);
  for (int i = 0; i < 100; i++)
    did(made, 1, memory(8, 8, RV_WRITE), 0, NULL);
  for (int i = 0; i < 2; i++)
    did(made, 3, memory(16, 8, RV_WRITE), 0, NULL);
  for (int i = 0; i < 100; i++)
    did(made, 1, memory(8, 8, RV_WRITE), 0, NULL);
  struct rv_event *const late_event = did(made, 2, memory(0, 8, RV_READ), 0, NULL);
  for (int i = 0; i < 100; i++)
    did(made, 1, memory(8, 8, RV_WRITE), 0, NULL);
  if (more_after_late)
    did(made, 4, memory(24, 8, RV_WRITE), 0, NULL);
  rv_happens_before_extend(&made->hb, &made->trace);
  struct rv_late late = {.thread = 2,
                         .position = (uint64_t)(late_event - made->trace.events),
                         .op = late_event->step.op,
                         .clock = late_event->clock};
  struct rv_sequence v = {.pool = &made->hb.pool};
  static const rv_tid expected[] = {3, 3, 2, 4};
  const uint32_t n = more_after_late ? 4 : 3;
  rv_sequence_begin(&v, &made->trace, e, &late, made->trace.n);
  for (uint32_t i = 0; i < n; i++)
    if (CHECK(rv_sequence_at(&v, i)))
      CHECK_EQ(v.items[i].thread, expected[i]);
  CHECK(!rv_sequence_at(&v, n));
  toy_release();
}

/* The first branch as a string of thread numbers. */
static const char *branch(const struct rv_node *node) {
  static char text[32];
  unsigned n = 0;
  for (; node && n < sizeof text - 1; node = node->child)
    text[n++] = (char)('0' + node->step->thread);
  text[n] = 0;
  return text;
}

/* A branch of two steps, as nodes of their own. */
static struct rv_node *two_steps(struct rv_wakeup *wakeup, rv_tid first, rv_tid second) {
  const struct rv_op op = memory(0, 8, RV_WRITE);
  const struct rv_item items[] = {{.thread = first, .act.op = &op},
                                  {.thread = second, .act.op = &op}};
  struct rv_node *const node = rv_wakeup_node(wakeup, &items[0]);
  node->child = rv_wakeup_node(wakeup, &items[1]);
  return node;
}

static void shared_trees(void) {
  struct made *const made = made_new();
  struct rv_wakeup wakeup;
  memset(&wakeup, 0, sizeof wakeup);
  rv_wakeup_init(&wakeup, &toy_memory);
  struct rv_node *trees[] = {two_steps(&wakeup, 1, 3), two_steps(&wakeup, 1, 3)};
  trees[0]->next = two_steps(&wakeup, 2, 3);
  trees[1]->next = two_steps(&wakeup, 2, 3);

  TEST("trees that are the same become one");
  CHECK(!rv_wakeup_is_to_share(&wakeup, false));
  wakeup.few = 7;
  CHECK(rv_wakeup_is_to_share(&wakeup, false));
  CHECK(!rv_wakeup_is_to_share(&wakeup, true));
  wakeup.few = 0;
  CHECK(rv_wakeup_is_to_share(&wakeup, true));
  struct rv_sharing sharing = rv_sharing_begin(&wakeup, &made->hb.arena);
  for (unsigned i = 0; i < 2; i++)
    rv_sharing_tree(&sharing, &trees[i]);
  rv_sharing_end(&sharing);
  CHECK(trees[0] == trees[1]);
  CHECK(trees[0]->child == trees[0]->next->child);
  CHECK_EQ(wakeup.nodes, 3);
  CHECK_EQ(wakeup.most, 8);
  CHECK(!rv_wakeup_is_to_share(&wakeup, false));

  TEST("a branch that is taken off one tree stays in the other");
  rv_tid thread;
  uint32_t choice;
  rv_wakeup_take(&wakeup, &trees[0], NULL, &thread, &choice);
  CHECK_EQ(thread, 1);
  CHECK(!strcmp(branch(wakeup.planned), "3"));
  CHECK(!strcmp(branch(trees[0]), "23"));
  CHECK(!strcmp(branch(trees[1]), "13"));
  CHECK(trees[0] == trees[1]->next);

  TEST("who changes a branch has one of his own");
  rv_wakeup_own(&wakeup, &trees[0])->explored = true;
  CHECK(!trees[1]->next->explored);
  CHECK_EQ(wakeup.nodes, 4);

  TEST("what nobody uses is given back");
  rv_wakeup_release(&wakeup, wakeup.planned);
  rv_wakeup_drop(&wakeup, &trees[0]);
  CHECK(!trees[0]);
  CHECK_EQ(wakeup.nodes, 3);
  rv_wakeup_drop(&wakeup, &trees[1]);
  CHECK(!strcmp(branch(trees[1]), "23"));
  rv_wakeup_release(&wakeup, trees[1]);
  CHECK_EQ(wakeup.nodes, 0);
  CHECK_EQ(wakeup.steps.n, 0);
  toy_release();
}

/* Three branches that go on in the same way, as one list. */
static struct rv_node *three_branches(struct rv_wakeup *wakeup, struct rv_arena *scratch) {
  struct rv_node *tree = two_steps(wakeup, 1, 3);
  tree->next = two_steps(wakeup, 2, 3);
  tree->next->next = two_steps(wakeup, 4, 3);
  struct rv_sharing sharing = rv_sharing_begin(wakeup, scratch);
  rv_sharing_tree(&sharing, &tree);
  rv_sharing_end(&sharing);
  return tree;
}

/* A block of nodes that have the same step: of each its depth and its kind, and what follows it. */
static struct rv_reader made_block(struct rv_pool *pool, unsigned n, const uint64_t (*nodes)[3]) {
  const struct rv_op op = memory(0, 8, RV_WRITE);
  struct rv_bytes bytes = {.pool = pool}, tree = {.pool = pool};
  for (unsigned i = 0; i < n; i++) {
    rv_write_two(&bytes, nodes[i][0], nodes[i][1]);
    if (i == 0) {
      rv_write_two(&bytes, 1, 0);
      rv_write_op(&bytes, &op);
    } else if (nodes[i][1] == 0)
      rv_write(&bytes, nodes[i][2]);
  }
  rv_write_block(&tree, &(struct rv_block){.nodes = rv_reader(bytes.at, bytes.n)});
  rv_write(&tree, 0);
  return rv_reader(tree.at, tree.n);
}

static bool is_bad(struct made *made, struct rv_wakeup *wakeup, unsigned n,
                   const uint64_t (*nodes)[3]) {
  struct rv_reader read = made_block(&made->hb.pool, n, nodes), check = read;
  rv_read_tree(&read, wakeup, &made->hb.arena);
  rv_check_tree(&check, &made->hb.arena);
  CHECK(read.bad == check.bad);
  return read.bad;
}

static void trees_as_bytes(void) {
  struct made *const made = made_new();
  struct rv_wakeup wakeup;
  memset(&wakeup, 0, sizeof wakeup);
  rv_wakeup_init(&wakeup, &toy_memory);
  struct rv_node *tree = three_branches(&wakeup, &made->hb.arena);
  CHECK_EQ(wakeup.nodes, 4);

  TEST("a list that is there twice is written once, but for where there could be more");
  struct rv_bytes bytes = {.pool = &made->hb.pool};
  rv_write_tree(&bytes, &wakeup, &tree, &made->hb.arena);
  CHECK_EQ(wakeup.nodes, 5);
  struct rv_reader from = rv_reader(bytes.at, bytes.n), check = from, skip = from;
  const struct rv_node *const read = rv_read_tree(&from, &wakeup, &made->hb.arena);
  CHECK(!from.bad && from.i == from.n);
  CHECK_EQ(wakeup.nodes, 10);
  CHECK(read->child == read->next->child);
  CHECK(read->child != read->next->next->child);
  CHECK(!strcmp(branch(read), "13"));
  CHECK(!strcmp(branch(read->next), "23"));
  CHECK(!strcmp(branch(read->next->next), "43"));
  CHECK(!read->next->next->next);

  TEST("that leaves are left is known without reading nodes");
  CHECK(rv_check_tree(&check, &made->hb.arena));
  CHECK(!check.bad && check.i == check.n);
  CHECK(rv_skip_tree(&skip) > 0);
  CHECK_EQ(skip.i, skip.n);

  /* 3: a node that begins list 0, 1: one that begins none, 0: a list that comes again. */
  TEST("a list does not come again inside of itself");
  CHECK(is_bad(made, &wakeup, 3, (const uint64_t[][3]){{1, 3}, {2, 0, 0}, {1, 1}}));
  CHECK(is_bad(made, &wakeup, 4, (const uint64_t[][3]){{1, 3}, {1, 1}, {2, 0, 0}, {1, 1}}));

  TEST("nothing is put behind a list that comes again, or below it");
  static const uint64_t good[][3] = {{1, 1}, {2, 3}, {1, 1}, {2, 0, 0}, {1, 1}};
  CHECK(!is_bad(made, &wakeup, 5, good));
  CHECK(is_bad(made, &wakeup, 4, good));
  CHECK(is_bad(made, &wakeup, 5, (const uint64_t[][3]){{1, 1}, {2, 3}, {1, 1}, {2, 0, 0}, {2, 1}}));
  CHECK(is_bad(made, &wakeup, 5, (const uint64_t[][3]){{1, 1}, {2, 3}, {1, 1}, {2, 0, 0}, {3, 1}}));
  CHECK(is_bad(made, &wakeup, 5, (const uint64_t[][3]){{1, 1}, {2, 3}, {1, 1}, {2, 0, 1}, {1, 1}}));
  toy_release();
}

static void trees(void) {
  /* E: thread 1 writes x; thread 2 reads y, then reads x; thread 3 reads x; threads 4 and 5 write
   * something else. */
  struct made *const made = made_new();
  struct rv_wakeup wakeup;
  memset(&wakeup, 0, sizeof wakeup);
  rv_wakeup_init(&wakeup, &toy_memory);
  struct rv_event *const e = did(made, 1, memory(0, 8, RV_WRITE), 0, NULL);
  did(made, 2, memory(8, 8, RV_READ), 0, NULL);
  struct rv_event *const read2 = did(made, 2, memory(0, 8, RV_READ), 0, NULL);
  struct rv_event *const read3 = did(made, 3, memory(0, 8, RV_READ), 0, NULL);
  did(made, 4, memory(32, 8, RV_WRITE), 0, NULL);
  did(made, 5, memory(40, 8, RV_WRITE), 0, NULL);
  rv_happens_before_extend(&made->hb, &made->trace);
  const struct rv_late late2 = {
      .thread = 2, .position = 2, .op = read2->step.op, .clock = read2->clock};
  const struct rv_late late3 = {
      .thread = 3, .position = 3, .op = read3->step.op, .clock = read3->clock};
  struct rv_sequence v = {.pool = &made->hb.pool};
  struct rv_node *tree = NULL;
  uint64_t rest;

  TEST("what is inserted is e' with what happens before it");
  rv_sequence_begin(&v, &made->trace, e, &late2, made->trace.n);
  rv_sequence_need_late(&v);
  CHECK(rv_wakeup_insert(&wakeup, &tree, &v, &made->hb.arena, &rest));
  CHECK(!strcmp(branch(tree), "22"));
  CHECK(!tree->next);
  CHECK_EQ(rest, 2);
  CHECK_EQ(wakeup.nodes, 2);

  TEST("a sequence that is consistent with a leaf changes nothing");
  rv_sequence_begin(&v, &made->trace, e, &late3, made->trace.n);
  rv_sequence_need_late(&v);
  CHECK(!rv_wakeup_insert(&wakeup, &tree, &v, &made->hb.arena, &rest));
  CHECK_EQ(wakeup.nodes, 2);

  TEST("what wakes a sleeping thread is inserted too");
  rv_sequence_begin(&v, &made->trace, e, &late3, made->trace.n);
  rv_sequence_need_late(&v);
  const struct rv_op read_u = memory(32, 1, RV_READ);
  uint32_t where;
  CHECK_EQ(relation(&v, 5, &read_u, &where), RV_DEPENDENT);
  v.items[where].needed = true;
  struct rv_node *other = NULL;
  CHECK(rv_wakeup_insert(&wakeup, &other, &v, &made->hb.arena, &rest));
  CHECK(!strcmp(branch(other), "34"));
  CHECK_EQ(rest, 4);

  TEST("a branch that depends on what is in the tree goes behind it");
  const struct rv_late write2 = {
      .thread = 5, .position = 6, .op = memory(8, 8, RV_WRITE), .clock = NULL};
  rv_sequence_begin(&v, &made->trace, e, &write2, made->trace.n);
  rv_sequence_need_late(&v);
  rv_item_take(&v.items[0]); /* without thread 2's read of y, which would be an initial */
  CHECK(rv_wakeup_insert(&wakeup, &tree, &v, &made->hb.arena, &rest));
  CHECK(tree->next && !strcmp(branch(tree->next), "55"));

  TEST("branches are taken in order, and their nodes are given back");
  rv_tid thread;
  uint32_t choice;
  rv_wakeup_take(&wakeup, &tree, NULL, &thread, &choice);
  CHECK_EQ(thread, 2);
  CHECK(!strcmp(branch(wakeup.planned), "2"));
  CHECK(!strcmp(branch(tree), "55"));
  rv_wakeup_take(&wakeup, &wakeup.planned, NULL, &thread, &choice);
  CHECK(!wakeup.planned);
  CHECK_EQ(wakeup.nodes, 4);
  toy_release();
}

int main(void) {
  dependence();
  bitsets();
  arenas();
  sleeping();
  objects();
  clocks();
  sequences();
  TEST("events that come long after e, and before e', are in v");
  long_sequence(true);
  long_sequence(false);
  trees();
  shared_trees();
  trees_as_bytes();
  return check_report();
}
