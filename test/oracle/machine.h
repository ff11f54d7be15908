/*
 * A machine that runs a small program step by step: sequentially consistent, its whole state in a
 * struct that can be copied.
 */
#ifndef RAVEL_TEST_ORACLE_MACHINE_H
#define RAVEL_TEST_ORACLE_MACHINE_H

#include "program.h"

enum machine_thread_state { ABSENT, RUNNING, ENDED, STOPPED };

struct machine_thread {
  uint8_t state;
  uint8_t pc;
  uint8_t phase;   /* of an instruction of several steps */
  uint8_t arrived; /* how often, at barriers */
  uint8_t sent;    /* messages */
  bool lasts;      /* it has written in the iteration of the loop that it is in */
  bool rests;      /* it has given way since its last step */
  uint64_t r[MAX_REGISTERS];
  uint64_t history; /* all that it was ever told, in order, if threads keep that */
};

struct machine_rwlock {
  uint8_t writer; /* the thread, plus one */
  uint8_t reads[MAX_THREADS];
};

/* Sets of threads are bits. */
struct machine_condition {
  uint8_t waiting;             /* and not sure to be woken */
  uint8_t woken;               /* to be sure, and still there */
  uint8_t signals;             /* that nobody has taken yet: fewer than there are that wait */
  uint8_t waited[MAX_THREADS]; /* when each came, the first first: who may take it */
};

struct machine_mailbox {
  uint8_t n;
  struct {
    uint8_t letter, tag, value;
  } at[MAX_THREADS * MAX_SENT / 2];
};

struct machine {
  uint8_t memory[MEMORY];
  uint8_t holder[MAX_OBJECTS]; /* of each mutex: the thread, plus one */
  uint8_t semaphore[MAX_OBJECTS];
  struct machine_rwlock rwlock[MAX_OBJECTS];
  struct machine_condition condition[MAX_OBJECTS];
  uint8_t arrived; /* at the barrier, ever */
  uint8_t left;    /* how often one was the first to leave it */
  struct machine_mailbox mailbox[MAX_THREADS];
  struct machine_thread thread[MAX_THREADS];
};

/* Bytes of memory come first in the space of what can be touched. Objects have one each, and
 * condition variables two: for the set of those that wait, and for what wakes them. The barrier has
 * two as well: for rounds that are even and odd. A mailbox has one for whatever comes and one for
 * each tag, a letter one for who asks for its tag and one for who takes whatever comes. */
enum {
  PLACE_MUTEX = MEMORY,
  PLACE_SEMAPHORE = PLACE_MUTEX + MAX_OBJECTS,
  PLACE_RWLOCK = PLACE_SEMAPHORE + MAX_OBJECTS,
  PLACE_CONDITION = PLACE_RWLOCK + MAX_OBJECTS,
  PLACE_BARRIER = PLACE_CONDITION + 2 * MAX_OBJECTS,
  PLACE_MAILBOX = PLACE_BARRIER + 2,
  PLACE_LETTER = PLACE_MAILBOX + MAX_THREADS * (1 + MAX_TAGS),
};

enum touch { TOUCH_READ, TOUCH_WRITE, TOUCH_ADD, TOUCH_LOCK, TOUCH_REFUSED, TOUCH_UNLOCK };

struct machine_touch {
  enum touch how;
  struct variable range;
};

enum { MAX_TOUCHES = 16 };

/* What a step did. */
struct machine_step {
  const struct instruction *instruction;
  unsigned phase; /* of the instruction */
  bool waited;    /* with the instruction, as it is the last of an iteration */
  bool stores;    /* it stored to one variable, and did nothing else */
  uint64_t value;
  uint64_t expected; /* by a compare-and-swap */
  unsigned touches, n_effects;
  struct machine_touch touch[MAX_TOUCHES];
  struct {
    enum { MACHINE_CREATE, MACHINE_JOIN, MACHINE_END, MACHINE_STOP } kind;
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
/* A thread waits before its instruction as long as an iteration would end with it that has only
 * read.
 */
bool machine_waits(const struct program *p, const struct machine *m, unsigned thread);

/* Threads have stopped, or wait, because of such iterations; to be asked when none is enabled. Any
 * of them would leave its loop if it went round alone. */
bool machine_is_void(const struct program *p, const struct machine *m);
bool machine_enabled(const struct program *p, const struct machine *m, unsigned thread);

/* A thread is enabled, but gives way, or is only because it would give up a timed wait. */
bool machine_gives_up(const struct program *p, const struct machine *m, unsigned thread);
void machine_make(const struct program *p, struct machine *m, unsigned thread, unsigned choice,
                  struct machine_step *step);

/* The parts of these that are about objects (objects.c). Making returns the register's value.
 */
bool object_enabled(const struct program *p, const struct machine *m, unsigned thread,
                    const struct instruction *i);
uint64_t object_make(struct machine *m, unsigned thread, struct machine_step *step);
bool object_gives_up(const struct machine *m, unsigned thread, const struct instruction *i);

/* Whether an instruction has more steps after this one. */
bool object_goes_on(const struct instruction *i, unsigned phase);

/* The place of the round of the barrier at which a thread arrives (phase 0) or that it leaves. */
unsigned object_round(const struct machine *m, unsigned thread, unsigned phase);

/* What a receive looks at: the place of its tag, or of whatever comes, in the thread's mailbox. */
unsigned object_mailbox(unsigned thread, const struct instruction *receive);

/* Where an unlock of a read-write lock or a wait is one that does nothing. */
bool object_ignores(const struct machine *m, unsigned thread, const struct instruction *i);

static inline void machine_touch(struct machine_step *step, enum touch how, unsigned place,
                                 unsigned size) {
  step->touch[step->touches++] =
      (struct machine_touch){how, {.offset = (uint8_t)place, .size = (uint8_t)size}};
}

/* What the threads that main created came to, and those that these joined, as one number: what is
 * in their registers, and all that they were told if they keep that. Of a state in which all have
 * ended. */
uint64_t machine_outcome(const struct program *p, const struct machine *m);

/* How that is put together; C programs do the same. */
#define MACHINE_MIX(outcome, value) (((outcome) + (value) + 1) * UINT64_C(0x9e3779b97f4a7c15))

/* Whether main has to join a thread when it is done, so that it knows what that came to. */
bool program_joins_last(const struct program *p, unsigned thread);

/* Some thread has neither ended nor can go on; to be asked when none is enabled. */
bool machine_stuck(const struct program *p, const struct machine *m);

#endif
