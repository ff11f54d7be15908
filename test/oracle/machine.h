/*
 * A machine that runs a small program step by step: sequentially consistent, its whole state in a
 * struct that can be copied.
 */
#ifndef RAVEL_TEST_ORACLE_MACHINE_H
#define RAVEL_TEST_ORACLE_MACHINE_H

#include "program.h"

enum machine_thread_state { ABSENT, RUNNING, ENDED };

struct machine_thread {
  uint8_t state;
  uint8_t pc;
  uint8_t joining; /* it waits for this thread to end, plus one */
  uint64_t r[MAX_REGISTERS];
};

struct machine {
  uint8_t memory[MEMORY];
  uint8_t holder[MAX_MUTEXES]; /* the thread, plus one */
  struct machine_thread thread[MAX_THREADS];
};

enum touch { TOUCH_READ, TOUCH_WRITE, TOUCH_LOCK, TOUCH_REFUSED, TOUCH_UNLOCK, TOUCH_NOTHING };

/* What a step did. */
struct machine_step {
  const struct instruction *instruction;
  enum touch touch;
  struct variable range[2]; /* of memory; or offset is the mutex */
  unsigned ranges;
  uint64_t value;
  unsigned n_effects;
  struct {
    enum { MACHINE_CREATE, MACHINE_JOIN, MACHINE_END } kind;
    uint8_t thread, other;
  } effect[4 * MAX_THREADS];
};

void machine_start(const struct program *p, struct machine *m, struct machine_step *begin);

/* The visible instruction that a thread stands before; NULL if there is none. */
const struct instruction *machine_pending(const struct program *p, const struct machine *m,
                                          unsigned thread);

/* Whether the condition of an await reads its second variable in this state. */
bool machine_reads_second(const struct program *p, const struct machine *m,
                          const struct instruction *await);
bool machine_enabled(const struct program *p, const struct machine *m, unsigned thread);
void machine_make(const struct program *p, struct machine *m, unsigned thread, unsigned choice,
                  struct machine_step *step);

/* Some thread has neither ended nor can go on; to be asked when none is enabled. */
bool machine_stuck(const struct program *p, const struct machine *m);

#endif
