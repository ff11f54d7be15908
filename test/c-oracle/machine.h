/*
 * The abstract machine: each statement is lowered to a few instructions, of which one is visible to
 * other threads at a time. A state is plain data without holes, so that states can be compared.
 */
#ifndef RAVEL_TEST_C_ORACLE_MACHINE_H
#define RAVEL_TEST_C_ORACLE_MACHINE_H

#include "program.h"

enum {
  MAX_CODE = 160,
  MAX_PARTS = 128,
  LOCALS = REGISTERS + 7, /* three scratch registers, and those: */
  SCRATCH = REGISTERS,
  TSD = REGISTERS + 3,
  TLS = REGISTERS + 4,
  NODE = REGISTERS + 5,    /* private memory */
  HANDLER = REGISTERS + 6, /* of the handler */
};

enum instruction_kind {
  /* local */
  I_SET,      /* r = imm */
  I_COUNT,    /* r = min(r + 1, 2) */
  I_TOGGLE,   /* r ^= 1 */
  I_MOVE,     /* r = r2 */
  I_SAME,     /* r = (r == r2) */
  I_ODD,      /* r = r2 & 1 */
  I_POSITIVE, /* r = (r2 > 0), as a number with a sign */
  I_IF,       /* if r != imm, jump */
  I_IFNOT,    /* if r == imm, jump */
  I_JUMP,
  I_CREATE,
  /* may be the end of the execution, and is visible then */
  I_ASSERT,
  I_ASSUME,
  I_EXIT,
  I_END,
  /* visible */
  I_LOAD,
  I_STORE,
  I_ADD,
  I_EXCHANGE,
  I_CAS,
  I_CAS_FROM, /* r = success, from r2 to r2 + imm; imm2: r2 is what was found */
  I_FENCE,
  I_STATEMENT, /* what the statement's kind says */
  I_WOKEN,     /* second part of waiting on a condition variable */
  I_LEAVE,     /* second part of a barrier */
  I_ARRIVE,    /* first part of waiting for a semaphore that is made or destroyed meanwhile */
  I_JOIN,
  I_LOOK,    /* before the end of a thread: whether a signal has come */
  I_HANDLED, /* the end of the handler */
};

struct instruction {
  uint8_t kind, r, r2, target;
  uint8_t imm, imm2, var;
  const struct statement *of;
};

struct thread_code {
  unsigned n;
  unsigned handler; /* where it begins */
  struct instruction at[MAX_CODE];
};

enum life { UNBORN, RUNS, ENDED };
enum { DESTROYED = 0xd, UNINITIALISED = 0xe, READY = 0 };

struct machine_thread {
  uint8_t life, pc, timeouts, spurious;
  uint8_t waits;  /* on the condition variable: 1, and 2 when woken */
  uint8_t passes; /* the barrier: 1 waits, 2 let go, 3 let go and not the first */
  uint8_t round;  /* of the barrier */
  uint8_t pending, blocked, handling, back; /* the signal; where the handler goes back to */
  uint8_t local[LOCALS];
};

enum { RECORDS = 2 * MAX_THREADS * 2 * 2 }; /* of accesses: variable, thread, writes, plain */

struct machine {
  struct machine_thread thread[MAX_THREADS];
  uint8_t var[VARS];
  uint8_t mutex[OBJECTS]; /* holder + 1 */
  uint8_t mutex_life[OBJECTS], sem_life[OBJECTS], rw_life, cond_life, barrier_life;
  uint8_t semaphore[OBJECTS];
  uint8_t writer, readers[MAX_THREADS];
  uint8_t arrived, round;
  uint8_t pipe[8], piped, file_at, mask, environment, descriptors;
  uint8_t pending;           /* the signal, for any thread */
  uint8_t armed;             /* the timer */
  uint8_t event, edges;      /* edges: of what is written since it was last told, 1 + 2 */
  bool outside;              /* the event is not in the level-triggered set */
  uint8_t last, preemptions; /* only where they are bounded */
  uint32_t record[RECORDS];  /* who knows of an access; only where races are looked for */
};

/* What a step has come to. */
enum event_kind { NOTHING, FAILS, MISUSE, EXITS, CUT_BY_ASSUMPTION, CUT_BY_TIMEOUTS };
struct outcome {
  enum event_kind kind;
  unsigned id;     /* of the statement, or the exit status */
  unsigned racing; /* id of a statement that races, or 0 */
  bool finished;   /* main has returned */
  bool bound_met;  /* of wakeups for no reason */
};

struct lowered {
  const struct program *p;
  struct thread_code code[MAX_THREADS];
  unsigned n_parts;
  struct statement parts[MAX_PARTS]; /* of retry loops */
};

void lower(struct lowered *to, const struct program *p);

/* To come to wait for a semaphore is a step of its own: somebody may destroy it meanwhile. */
bool lowered_tells_arrivals(const struct lowered *code);

void machine_start(const struct lowered *code, struct machine *m, struct outcome *outcome);
/* How many ways a thread's next step has; 0: it can't go on. */
unsigned machine_ways(const struct lowered *code, const struct machine *m, unsigned thread);
/* A thread can go on, but only by giving up a timed wait or by waking up for no reason. */
bool machine_gives_up(const struct lowered *code, const struct machine *m, unsigned thread);
/* Threads wait for each other in a circle. See circle.c. */
bool machine_has_circle(const struct lowered *code, const struct machine *m);
void machine_step(const struct lowered *code, struct machine *m, unsigned thread, unsigned way,
                  bool races, struct outcome *outcome);

/* Happens-before, as who knows of which access. See order.c. */
bool order_access(struct machine *m, unsigned thread, const struct statement *s, unsigned var,
                  bool writes);
void order_load(struct machine *m, unsigned thread, unsigned var, unsigned order);
void order_store(struct machine *m, unsigned thread, unsigned var, unsigned order);
void order_update(struct machine *m, unsigned thread, unsigned var, unsigned order);
void order_fence(struct machine *m, unsigned thread, unsigned order);
void order_learn(struct machine *m, unsigned thread, unsigned from);
void order_tell(struct machine *m, unsigned thread, unsigned to);

/* Who or what can know of an access: threads, and what passes it on. */
enum knower {
  OF_THREAD = 0,
  OF_VAR = 4,
  OF_MUTEX = 10,
  OF_SEMAPHORE = 12,
  OF_WRITER = 14,
  OF_READERS = 15,
  OF_ROUND = 16,   /* two */
  OF_ACQUIRE = 18, /* what a thread has read and may acquire by a fence */
  OF_RELEASE = 22, /* what a thread's release fence has published */
  OF_PIPE = 26,
  OF_EVENT = 27,
  OF_SENT = 28, /* signals, to each thread; those to any are told to all */
};

#endif
