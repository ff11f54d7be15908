/*
 * Random small programs of atomic accesses, fences and a lock, and their execution graphs.
 */
#ifndef RAVEL_TEST_ORACLE_WEAK_H
#define RAVEL_TEST_ORACLE_WEAK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/explorer.h"

struct keys {
  uint64_t *at;
  size_t n, capacity;
};

enum { THREADS = 5, CODE = 6, FLAVOURS = 6, LOCATIONS = 4, EVENTS = 24, REGISTERS = 6 };
enum { ORDERED = LOCATIONS - 2, MUTEX = LOCATIONS - 1 }; /* z is executed as under sc */
enum { LOAD, STORE, UPDATE, EXCHANGE_IF, FENCE, IF_EQUAL, TAKE, GIVE };
enum {
  RLX = __ATOMIC_RELAXED,
  ACQ = __ATOMIC_ACQUIRE,
  REL = __ATOMIC_RELEASE,
  ACQ_REL = __ATOMIC_ACQ_REL,
  SC = __ATOMIC_SEQ_CST
};

struct line {
  uint8_t kind, location, order, failure, value, expected, reg, from; /* from: a register, plus 1 */
};

struct listing {
  unsigned threads, n[THREADS];
  struct line code[THREADS][CODE];
};

/* What a thread does next, as far as it is known what it has read. */
struct cursor {
  unsigned pc;
  bool middle; /* of a read-modify-write: the write comes next */
  uint64_t r[REGISTERS];
};

struct act {
  bool any, write, fence, exclusive, lock;
  bool full; /* it drains the store buffer */
  uint8_t location, order;
  uint64_t value;
};

/* The line that a thread stands before, behind the conditions that it can judge; NULL: it ends. */
const struct line *line_of(const struct listing *p, unsigned t, struct cursor *c);

struct act next_act(const struct listing *p, unsigned t, struct cursor *c);

/* The thread has done it, and read this. Returns the order that it turned out to have. */
uint8_t did(const struct listing *p, unsigned t, struct cursor *c, uint64_t read);

void weak_generate(struct listing *p, uint64_t seed, unsigned flavour);
void weak_print(const struct listing *p);

/* Programs as one of C: its beginning, each program, with plain accesses for relaxed ones or
 * without, what comes out of it under each model, and main(). */
struct weak_case {
  uint64_t number; /* of the program */
  const char *model;
};

void weak_emit_begin(void);
void weak_emit_program(const struct listing *p, uint64_t number, bool plain);
void weak_emit_outcomes(const struct keys *outcomes, uint64_t number, const char *model);
void weak_emit_main(const struct weak_case *cases, size_t n);

/* --- graphs (weak_axioms.c) */

struct event {
  uint8_t thread, index, kind; /* 0 initial, 1 read, 2 write, 3 fence */
  uint8_t location, order;
  bool exclusive;
  bool full; /* under tso and pso: it drains the store buffer, as a full fence does */
  int8_t source;
  uint64_t value;
};

struct candidate {
  unsigned n;
  struct event e[EVENTS];
  unsigned n_mo[LOCATIONS];
  uint8_t mo[LOCATIONS][EVENTS];
};

/* Whether the graph is one of the memory model, by the axioms as they are written. */
bool is_consistent(const struct candidate *g, enum rv_memory_model model);

/* --- sets of numbers (weak_keys.c) */

/* Returns false if it is there already. */
bool keys_add(struct keys *keys, uint64_t key);
bool keys_are_same(const struct keys *a, const struct keys *b);
bool keys_are_in(const struct keys *some, const struct keys *all);

uint64_t mix(uint64_t h, uint64_t v);

/* What the threads have read, as one number. */
uint64_t weak_outcome(const struct listing *p, struct cursor *c);

/* --- a machine with store buffers (weak_buffers.c) */

/* Collects the outcomes of all its executions; false: there are too many states. */
bool buffers_run(const struct listing *p, enum rv_memory_model model, struct keys *outcomes);

#endif
