/*
 * Events of the unfolding: stored once, removed when nothing refers to them, and their causality
 * and conflict the same as those of a plain closure, on random structures.
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/dependence.h"
#include "core/unfold_part.h"
#include "core_toy.h"

enum { THREADS = 4, LENGTH = 3, RUNS = 8, MOST = THREADS * LENGTH * RUNS };

/* An event as a set: what happens before it, by number. */
struct plain {
  rv_tid thread;
  uint32_t index;
  const struct rv_op *op;
  bool before[MOST];
  struct rv_prime *prime;
};

struct structure {
  struct rv_op op[THREADS][LENGTH];
  struct plain at[MOST];
  unsigned n;
  unsigned run[RUNS][THREADS * LENGTH]; /* the events of each execution, in its order */
};

static struct rv_primes primes;
static struct rv_arena arena;

static bool depend(const struct plain *e, const struct plain *f) {
  return e->thread == f->thread || rv_dependent(e->op, f->op);
}

/* e is f or happens before it. */
static bool below(const struct structure *s, unsigned e, unsigned f) {
  return e == f || s->at[f].before[e];
}

/* What happens before an event that comes after the others of a run. */
static void find_history(const struct structure *s, const unsigned *run, unsigned n,
                         struct plain *event) {
  memset(event->before, 0, sizeof event->before);
  for (unsigned i = 0; i < n; i++)
    if (depend(&s->at[run[i]], event))
      for (unsigned k = 0; k < s->n; k++)
        event->before[k] |= below(s, k, run[i]);
}

static struct rv_prime *intern(const struct structure *s, const struct plain *event) {
  struct rv_prime *tmax[THREADS] = {0};
  uint32_t n = 0;
  for (unsigned k = 0; k < s->n; k++) {
    const struct plain *const cause = &s->at[k];
    if (!event->before[k])
      continue;
    if (!tmax[cause->thread] || tmax[cause->thread]->depth < cause->index + 1)
      tmax[cause->thread] = cause->prime;
    if (n <= cause->thread)
      n = cause->thread + 1;
  }
  return rv_prime_intern(&primes, event->thread, 0, tmax, n, event->op);
}

/* The number of an event; a new one if it is new. */
static unsigned add_event(struct structure *s, const struct plain *event) {
  struct rv_prime *const prime = intern(s, event);
  for (unsigned k = 0; k < s->n; k++)
    if (s->at[k].thread == event->thread && s->at[k].index == event->index &&
        memcmp(s->at[k].before, event->before, sizeof event->before) == 0) {
      CHECK(s->at[k].prime == prime);
      rv_prime_release(&primes, prime);
      return k;
    }
  CHECK_EQ(prime->refs, 1);
  s->at[s->n] = *event;
  s->at[s->n].prime = prime;
  return s->n++;
}

static void add_run(struct structure *s, unsigned *run) {
  unsigned made[THREADS] = {0};
  for (unsigned n = 0; n < THREADS * LENGTH; n++) {
    rv_tid thread = (rv_tid)rand() % THREADS;
    while (made[thread] == LENGTH)
      thread = (thread + 1) % THREADS;
    struct plain event = {
        .thread = thread, .index = made[thread], .op = &s->op[thread][made[thread]]};
    find_history(s, run, n, &event);
    run[n] = add_event(s, &event);
    made[thread]++;
  }
}

/* Threads that read, write and add, in places that overlap. */
static void make_structure(struct structure *s) {
  static const uint32_t modes[] = {RV_READ, RV_WRITE, RV_ADD, RV_READ | RV_WRITE};
  memset(s, 0, sizeof *s);
  for (unsigned t = 0; t < THREADS; t++)
    for (unsigned i = 0; i < LENGTH; i++)
      s->op[t][i] = (struct rv_op){
          .kind = RV_OP_MEMORY,
          .access = {1000 + 4 * ((uint64_t)rand() % 4), 4u << rand() % 2, modes[rand() % 4]}};
  for (unsigned r = 0; r < RUNS; r++)
    add_run(s, s->run[r]);
}

static void drop_structure(struct structure *s) {
  for (unsigned k = 0; k < s->n; k++)
    rv_prime_release(&primes, s->at[k].prime);
}

/* The definition: conflicts of dependent events are inherited. */
static bool plain_conflict(const struct structure *s, unsigned e, unsigned f) {
  for (unsigned g = 0; g < s->n; g++)
    for (unsigned h = 0; below(s, g, e) && h < s->n; h++)
      if (below(s, h, f) && depend(&s->at[g], &s->at[h]) && !below(s, g, h) && !below(s, h, g))
        return true;
  return false;
}

static void causality(const struct structure *s) {
  for (unsigned e = 0; e < s->n; e++)
    for (unsigned f = 0; f < s->n; f++)
      if (!CHECK(rv_prime_in(s->at[e].prime, s->at[f].prime) == below(s, e, f)))
        return;
}

static bool fits(const struct structure *s, const unsigned *c, unsigned n, unsigned e) {
  for (unsigned i = 0; i < n; i++)
    if (plain_conflict(s, c[i], e))
      return false;
  return true;
}

/* After a configuration: the first `n` events of a run. */
static void conflicts_after(const struct structure *s, const unsigned *c, unsigned n) {
  struct rv_thread threads[THREADS] = {0};
  for (unsigned i = 0; i < n; i++)
    threads[s->at[c[i]].thread].events++;
  for (unsigned e = 0; e < s->n; e++)
    for (unsigned f = 0; fits(s, c, n, e) && f < s->n; f++) {
      if (!fits(s, c, n, f))
        continue;
      struct rv_part a = {.tip = s->at[e].prime}, b = {.tip = s->at[f].prime};
      rv_part_find(&a, threads, &arena);
      rv_part_find(&b, threads, &arena);
      const bool conflict = rv_parts_conflict(&a, &b);
      rv_arena_release(&arena, 0);
      if (!CHECK(conflict == plain_conflict(s, e, f)))
        return;
    }
}

static void all_conflicts(const struct structure *s) {
  conflicts_after(s, s->run[0], 0);
  conflicts_after(s, s->run[1], 1 + (unsigned)rand() % (THREADS * LENGTH));
}

static void random_structures(void (*check)(const struct structure *)) {
  static struct structure s;
  for (unsigned seed = 1; seed <= 40; seed++) {
    srand(seed);
    make_structure(&s);
    CHECK_EQ(primes.n, s.n);
    check(&s);
    drop_structure(&s);
    CHECK_EQ(primes.n, 0);
  }
}

static void deep_trees(void) {
  enum { DEEP = 3000 };
  static struct rv_prime *at[DEEP + 1];
  const struct rv_op op = {.kind = RV_OP_MEMORY, .access = {1000, 4, RV_WRITE}};
  TEST("every ancestor is found, in few steps");
  for (uint32_t i = 1; i <= DEEP; i++)
    at[i] = rv_prime_intern(&primes, 0, 0, &at[i - 1], i > 1, &op);
  for (uint32_t depth = 1; depth <= DEEP; depth += 7)
    CHECK(rv_prime_ancestor(at[DEEP], depth) == at[depth]);
  unsigned steps = 0;
  for (const struct rv_prime *e = at[DEEP]; e; e = e->skip)
    steps++;
  CHECK(steps < 30);
  TEST("a deep history is removed without recursion");
  for (uint32_t i = 1; i <= DEEP; i++)
    rv_prime_release(&primes, at[i]);
  CHECK_EQ(primes.n, 0);
}

int main(void) {
  rv_primes_init(&primes, &toy_memory);
  rv_arena_init(&arena, &toy_memory);
  TEST("events with the same history are one; one is in a history when the closure says so");
  random_structures(causality);
  TEST("events are in conflict when the closure says so, after any configuration");
  random_structures(all_conflicts);
  deep_trees();
  return check_report();
}
