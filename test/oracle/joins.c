/*
 * Programs of plain reads and writes of few variables, with joins and creations of threads between
 * them. What a thread can read is then decided by when it joins others and by what came before: the
 * ground that reductions by what is read stand on (observers, indifferent and bound reads).
 */
#include <string.h>

#include "program.h"

enum { MOST_VARS = 3 };

struct joiner {
  struct program *p;
  uint64_t random;
  unsigned asserts; /* percent of reads of which only a comparison is kept */
  unsigned others;  /* percent of accesses that are neither reads nor writes */
  unsigned told;    /* instructions that set a register */
};

static unsigned upto(struct joiner *g, unsigned n) {
  return (unsigned)(program_random(&g->random) % n);
}

static bool chance(struct joiner *g, unsigned percent) {
  return upto(g, 100) < percent;
}

static struct instruction *append(struct joiner *g, unsigned thread, unsigned kind) {
  struct code *const code = &g->p->code[thread];
  struct instruction *const i = &code->at[code->n++];
  memset(i, 0, sizeof *i);
  i->kind = (uint8_t)kind;
  i->r = (uint8_t)((instruction_tells(i) ? g->told++ : upto(g, MAX_REGISTERS)) % MAX_REGISTERS);
  i->var = (uint8_t)upto(g, g->p->vars);
  i->value = (uint8_t)upto(g, 2 + chance(g, 30));
  i->expected = (uint8_t)upto(g, 2);
  if (kind == FORGET)
    i->value = (uint8_t)upto(g, 2);
  return i;
}

/* Main reads more than it writes, the others write more than they read. */
static void access_one(struct joiner *g, unsigned thread) {
  const bool reads = chance(g, thread ? 35 : 75);
  const unsigned kind = chance(g, g->others) ? (chance(g, 50) ? ADD : CAS) : reads ? READ : WRITE;
  struct instruction *const i = append(g, thread, kind);
  if (kind == READ) {
    i->with_register = chance(g, g->asserts);
    i->value = i->with_register ? (uint8_t)upto(g, 2) : i->value;
  } else if (kind == WRITE) {
    i->with_register = chance(g, 20);
  }
}

/* An access, now and then one that is only made if the last one told this or that. */
static void access_next(struct joiner *g, unsigned thread) {
  const struct code *const code = &g->p->code[thread];
  const struct instruction *const last = code->n ? &code->at[code->n - 1] : NULL;
  if (last && instruction_tells(last) && chance(g, 30)) {
    const uint8_t r = last->r;
    struct instruction *const test = append(g, thread, IF);
    test->r = r;
    test->value = (uint8_t)upto(g, 2);
    test->length = 1;
  }
  access_one(g, thread);
}

/* Of the last two things that were read only a combination is kept. */
static void combine(struct joiner *g, unsigned thread) {
  const struct code *const code = &g->p->code[thread];
  unsigned read[MAX_CODE], n = 0;
  for (unsigned i = 0; i < code->n; i++)
    if (instruction_tells(&code->at[i]))
      read[n++] = code->at[i].r;
  if (n < 2 || g->p->keeps)
    return;
  struct instruction *const i = append(g, thread, FORGET);
  i->r = (uint8_t)read[n - 2];
  i->r2 = (uint8_t)read[n - 1];
}

/* What one thread does: its children are created, joined or not, and accesses are in between. */
static void make_thread(struct joiner *g, unsigned thread, const uint8_t *parent,
                        unsigned accesses) {
  unsigned child = thread + 1, joined = thread + 1;
  for (;;) {
    while (child < g->p->threads && parent[child] != thread)
      child++;
    while (joined < child && parent[joined] != thread)
      joined++;
    const bool creates = child < g->p->threads, joins = joined < child;
    if (!creates && !joins && !accesses)
      break;
    if (accesses && chance(g, creates ? 15 : 50)) {
      access_next(g, thread);
      accesses--;
    } else if (creates && chance(g, 85)) {
      append(g, thread, CREATE)->thread = (uint8_t)child++;
    } else if (joins) {
      if (chance(g, 80))
        append(g, thread, JOIN)->thread = (uint8_t)joined;
      joined++;
    }
  }
  if (chance(g, 90))
    combine(g, thread);
}

static void make_any(struct joiner *g) {
  struct program *const p = g->p;
  uint8_t parent[MAX_THREADS] = {0};
  p->vars = 1 + chance(g, 75) + chance(g, 20);
  p->threads = 3 + chance(g, 50) + chance(g, 10);
  g->asserts = chance(g, 50) ? 0 : 50;
  g->others = chance(g, 70) ? 0 : 20;
  for (unsigned t = 2; t < p->threads; t++)
    parent[t] = (uint8_t)(chance(g, 70) ? 0 : t - 1);
  for (unsigned t = 0; t < p->threads; t++)
    make_thread(g, t, parent, 1 + upto(g, p->threads == 3 ? 4 : p->threads == 4 ? 3 : 2));
}

/* The plainest of them: threads that write two variables, mostly in the same order and each what
 * the one before it did not write; and main, which joins one after the other and reads in between.
 */
static void make_plain(struct joiner *g) {
  struct program *const p = g->p;
  const unsigned first = upto(g, 2), value = upto(g, 4);
  unsigned read = upto(g, 2);
  p->vars = 2;
  p->threads = 3 + chance(g, 20);
  for (unsigned t = 1; t < p->threads; t++) {
    const unsigned begin = chance(g, 75) ? first : !first;
    append(g, 0, CREATE)->thread = (uint8_t)t;
    for (unsigned i = 0; i < 2; i++) {
      struct instruction *const store = append(g, t, WRITE);
      store->var = (uint8_t)(begin ^ i);
      store->value = chance(g, 75) ? (value >> store->var ^ t) & 1 : 2;
    }
  }
  for (unsigned t = 1; t < p->threads; t++) {
    append(g, 0, JOIN)->thread = (uint8_t)t;
    read = chance(g, 75) ? !read : read;
    if (chance(g, 80))
      append(g, 0, READ)->var = (uint8_t)read;
  }
  combine(g, 0);
}

void program_generate_joins(struct program *p, uint64_t random) {
  struct joiner joiner = {.p = p, .random = random};
  struct joiner *const g = &joiner;
  p->mutexes = 1;
  p->parties = 2;
  p->keeps = chance(g, 50);
  for (unsigned i = 0; i < MOST_VARS; i++)
    p->var[i] = (struct variable){.offset = (uint8_t)(8 * i), .size = 4};
  if (chance(g, 40))
    make_plain(g);
  else
    make_any(g);
}
