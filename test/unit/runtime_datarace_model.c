#include "unit/runtime_datarace_model.h"

#include <stdio.h>
#include <string.h>

#include "protocol/shared.h"
#include "runtime/datarace.h"

enum { MAX_EVENTS = 320, WORDS = MAX_EVENTS / 64, MAX_THREADS = 7, NOBODY = -1 };
enum { OWNER = 0, ATOMICS = 3, MUTEXES = 2, PLAIN_BYTES = 40, GRANULES = 16 };

enum what { PLAIN_READ, PLAIN_WRITE, LOAD, STORE, RMW, FENCE, LOCK, UNLOCK, START, JOIN, WHATS };

static const char *const names[WHATS] = {"read",  "write", "load",   "store", "rmw",
                                         "fence", "lock",  "unlock", "start", "join"};

struct set {
  uint64_t words[WORDS];
};

struct event {
  enum what what;
  int thread, other;
  uint64_t addr, size;
  int order;
  struct set before; /* all that happens before it */
  struct set heads;  /* LOAD, RMW: the releases and release fences it may synchronise with */
};

struct execution {
  struct event events[MAX_EVENTS];
  int n;
  int last_of[MAX_THREADS]; /* its last event; NOBODY: not started, or nothing yet */
  bool started[MAX_THREADS], ended[MAX_THREADS];
  int started_by[MAX_THREADS]; /* the event */
  bool raced[GRANULES];
  uint64_t random;
  uint64_t base; /* where memory begins: on a stack, plain accesses of its owner may wait */
  rv_tid tids[MAX_THREADS];
};

static uint32_t pick(struct execution *x, uint32_t n) {
  x->random = x->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)((x->random >> 33) % n);
}

static void add(struct set *set, int event) {
  set->words[event / 64] |= UINT64_C(1) << event % 64;
}

static bool has(const struct set *set, int event) {
  return set->words[event / 64] >> event % 64 & 1;
}

/* `event` and all that happens before it happen before the owner of `before`. */
static void after(const struct execution *x, struct set *before, int event) {
  for (int i = 0; i < WORDS; i++)
    before->words[i] |= x->events[event].before.words[i];
  add(before, event);
}

static bool acquires(const struct event *e) {
  return e->order == __ATOMIC_ACQUIRE || e->order == __ATOMIC_ACQ_REL ||
         e->order == __ATOMIC_SEQ_CST;
}

static bool releases(const struct event *e) {
  return e->order == __ATOMIC_RELEASE || e->order == __ATOMIC_ACQ_REL ||
         e->order == __ATOMIC_SEQ_CST;
}

static bool is_atomic(const struct event *e) {
  return e->what == LOAD || e->what == STORE || e->what == RMW;
}

static bool is_access(const struct event *e) {
  return is_atomic(e) || e->what == PLAIN_READ || e->what == PLAIN_WRITE;
}

static bool modifies(const struct event *e) {
  return e->what == STORE || e->what == RMW;
}

/* The event reads what was last stored. Going back through the modification order from there, every
 * modification A heads a release sequence (a real one if A is a release, a hypothetical one for a
 * release fence before A) as long as all after A are A's thread's own or read-modify-writes. */
static void find_heads(const struct execution *x, struct event *e) {
  int mods[MAX_EVENTS], n = 0;
  for (int i = 0; i < x->n; i++)
    if (modifies(&x->events[i]) && x->events[i].addr == e->addr)
      mods[n++] = i;
  for (int a = 0; a < n; a++) {
    const struct event *head = &x->events[mods[a]];
    bool reaches = true;
    for (int i = a + 1; i < n; i++) {
      const struct event *later = &x->events[mods[i]];
      reaches &= later->thread == head->thread || later->what == RMW;
    }
    if (!reaches)
      continue;
    if (releases(head))
      add(&e->heads, mods[a]);
    for (int i = 0; i < mods[a]; i++) {
      const struct event *fence = &x->events[i];
      if (fence->what == FENCE && fence->thread == head->thread && releases(fence))
        add(&e->heads, i);
    }
  }
}

static void after_heads(const struct execution *x, struct event *e, const struct set *heads) {
  for (int i = 0; i < x->n; i++)
    if (has(heads, i))
      after(x, &e->before, i);
}

/* Fills in what happens before an event that comes next. */
static void order(const struct execution *x, struct event *e) {
  if (x->last_of[e->thread] != NOBODY)
    after(x, &e->before, x->last_of[e->thread]);
  else if (x->started_by[e->thread] != NOBODY)
    after(x, &e->before, x->started_by[e->thread]);
  if (e->what == JOIN && x->last_of[e->other] != NOBODY)
    after(x, &e->before, x->last_of[e->other]);
  if (e->what == JOIN)
    after(x, &e->before, x->started_by[e->other]);
  if (e->what == LOCK)
    for (int i = 0; i < x->n; i++)
      if (x->events[i].what == UNLOCK && x->events[i].addr == e->addr)
        after(x, &e->before, i);
  if (e->what == LOAD || e->what == RMW) {
    find_heads(x, e);
    if (acquires(e))
      after_heads(x, e, &e->heads);
  }
  if (e->what == FENCE && acquires(e))
    for (int i = 0; i < x->n; i++)
      if (x->events[i].thread == e->thread && is_atomic(&x->events[i]))
        after_heads(x, e, &x->events[i].heads);
}

static bool conflict(const struct event *a, const struct event *b) {
  bool overlap = a->addr < b->addr + b->size && b->addr < a->addr + a->size;
  bool write = a->what == PLAIN_WRITE || b->what == PLAIN_WRITE || modifies(a) || modifies(b);
  return is_access(a) && is_access(b) && a->thread != b->thread && overlap && write &&
         !(is_atomic(a) && is_atomic(b));
}

/* What the detector says must be one of the races there are. */
static bool is_true(const struct execution *x, const struct event *e, const struct datarace *race) {
  for (int i = 0; i < x->n; i++) {
    const struct event *f = &x->events[i];
    bool write = f->what == PLAIN_WRITE || modifies(f);
    if (conflict(e, f) && !has(&e->before, i) && x->tids[f->thread] == race->other &&
        race->other_atomic == is_atomic(f) && race->other_writes == write &&
        race->addr >= e->addr && race->addr + race->size <= e->addr + e->size &&
        race->addr + race->size > f->addr && race->addr < f->addr + f->size)
      return true;
  }
  return false;
}

static bool detect(const struct execution *x, const struct event *e, struct datarace *race) {
  rv_tid thread = x->tids[e->thread];
  switch (e->what) {
  case PLAIN_READ:
    return !(thread == OWNER && datarace_waits(thread, e->addr, e->size, false)) &&
           datarace_read(thread, e->addr, e->size, race);
  case PLAIN_WRITE:
    return !(thread == OWNER && datarace_waits(thread, e->addr, e->size, true)) &&
           datarace_write(thread, e->addr, e->size, race);
  case LOAD:
    return datarace_atomic_load(thread, e->addr, e->size, e->order, race);
  case STORE:
    return datarace_atomic_store(thread, e->addr, e->size, e->order, race);
  case RMW:
    return datarace_atomic_rmw(thread, e->addr, e->size, e->order, race);
  case FENCE:
    datarace_fence(thread, e->order);
    return false;
  case LOCK:
    datarace_acquire(thread, e->addr);
    return false;
  case UNLOCK:
    datarace_release(thread, e->addr);
    return false;
  case START:
    datarace_thread_start(x->tids[e->other], thread);
    return false;
  default:
    datarace_thread_join(thread, x->tids[e->other]);
    return false;
  }
}

static int pick_thread(struct execution *x, bool started, bool ended) {
  for (int tries = 0; tries < 10; tries++) {
    int thread = (int)pick(x, MAX_THREADS);
    if (x->started[thread] == started && x->ended[thread] == ended)
      return thread;
  }
  return NOBODY;
}

/* Atomics have a granule and a half at the beginning and mostly one size, plain data of any size
 * and alignment lies over all; bytes where there was a race are left alone, what is said of them
 * later is not defined. */
static struct event pick_event(struct execution *x) {
  static const int orders[] = {__ATOMIC_RELAXED, __ATOMIC_RELAXED, __ATOMIC_ACQUIRE,
                               __ATOMIC_RELEASE, __ATOMIC_ACQ_REL, __ATOMIC_SEQ_CST};
  static const enum what often[] = {PLAIN_READ, PLAIN_READ, PLAIN_READ, PLAIN_WRITE, LOAD, LOAD,
                                    LOAD,       STORE,      STORE,      RMW,         RMW,  FENCE,
                                    FENCE,      LOCK,       UNLOCK,     UNLOCK,      START};
  struct event e = {.what = often[pick(x, sizeof often / sizeof *often)], .other = NOBODY};
  if (pick(x, 40) == 0)
    e.what = JOIN;
  do
    e.thread = pick_thread(x, true, false);
  while (e.thread == NOBODY);
  e.order = orders[pick(x, sizeof orders / sizeof *orders)];
  if (e.what == LOCK || e.what == UNLOCK)
    e.addr = x->base + 0x1000 + 4 * pick(x, MUTEXES);
  if (is_atomic(&e)) {
    e.addr = x->base + 4 * pick(x, ATOMICS);
    e.size = pick(x, 8) ? 4 : 1u << pick(x, 4);
  } else if (is_access(&e)) {
    /* Mostly a place of the thread's choice that others seldom use, or nothing but races is seen.
     */
    e.size = 1 + pick(x, pick(x, 8) == 0 ? 24 : 8);
    e.addr = x->base + pick(x, pick(x, 3) == 0 ? PLAIN_BYTES : 4) + (pick(x, 12) ? 16 : 0);
  }
  return e;
}

static bool touches_raced(const struct execution *x, const struct event *e) {
  for (uint64_t i = 0; i < e->size; i++)
    if (x->raced[(e->addr + i - x->base) / SHADOW_GRANULE])
      return true;
  return false;
}

static bool possible(struct execution *x, struct event *e) {
  if (e->what == START) {
    e->other = pick_thread(x, false, false);
    return e->other != NOBODY;
  }
  if (e->what == JOIN) {
    e->other = pick_thread(x, true, false);
    return e->other > 0 && e->other != e->thread;
  }
  return !is_access(e) || !touches_raced(x, e);
}

static bool make(struct execution *x, struct event *e, struct model_counts *counts) {
  order(x, e);
  bool races = false, conflicts = false;
  for (int i = 0; i < x->n; i++) {
    bool both = conflict(e, &x->events[i]);
    conflicts |= both;
    races |= both && !has(&e->before, i);
  }
  struct datarace race;
  bool found = detect(x, e, &race);
  if (found != races || (found && !is_true(x, e, &race))) {
    printf("event %d, thread %d, %s of %d bytes at +%d, order %d: %s\n", x->n, e->thread,
           names[e->what], (int)e->size, (int)(e->addr - x->base), e->order,
           !races   ? "a race is reported that is none"
           : !found ? "a race is missed"
                    : "the other side of the race is wrong");
    return false;
  }
  counts->races += races;
  counts->ordered += conflicts && !races;
  for (uint64_t i = 0; races && i < e->size; i++)
    x->raced[(e->addr + i - x->base) / SHADOW_GRANULE] = true;
  if (e->what == START) {
    x->started[e->other] = true;
    x->started_by[e->other] = x->n;
  }
  if (e->what == JOIN)
    x->ended[e->other] = true;
  x->last_of[e->thread] = x->n;
  x->events[x->n++] = *e;
  return true;
}

bool model_agrees(uint64_t seed, struct model_counts *counts) {
  static struct execution x;
  memset(&x, 0, sizeof x);
  x.random = seed;
  x.base = seed % 3 == 0 ? SHARED_STACKS_BASE : 0x70000;
  pick(&x, 2);
  for (int i = 0; i < MAX_THREADS; i++) {
    x.last_of[i] = x.started_by[i] = NOBODY;
    x.tids[i] = (rv_tid)i * (seed % 7 == 0 ? 97 : 1);
  }
  x.started[0] = true;
  datarace_reset();
  int length = 20 + (int)pick(&x, MAX_EVENTS - 20);
  while (x.n < length) {
    struct event e = pick_event(&x);
    if (possible(&x, &e) && !make(&x, &e, counts)) {
      printf("seed %llu\n", (unsigned long long)seed);
      return false;
    }
  }
  return true;
}
