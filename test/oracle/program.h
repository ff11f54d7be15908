/*
 * Small multithreaded programs as data: what the generator makes up, the machine runs, brute
 * force enumerates, and the printer turns into C.
 */
#ifndef RAVEL_TEST_ORACLE_PROGRAM_H
#define RAVEL_TEST_ORACLE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

enum {
  MAX_THREADS = 6,
  MAX_CODE = 40,
  MAX_VARS = 6,
  MAX_OBJECTS = 2, /* of each kind */
  MAX_REGISTERS = 4,
  MEMORY = 32,
  MAX_EVENTS = 64,
  MAX_TAGS = 2,
  MAX_SENT = 8, /* by one thread */
};

enum instruction_kind {
  READ,     /* r = var, or var <= value + 1 if `with_register` */
  WRITE,    /* var = value, plus r if `with_register` */
  ADD,      /* r = var; var += value, in one */
  COMBINE,  /* var += value, and nobody uses what was there */
  CAS,      /* r = var; if it equals `expected`, var = value, in one */
  CAS_FROM, /* r = var; if it equals r2, var = r2 + value, in one */
  LOCK,     /* mutex */
  UNLOCK,   /* mutex */
  TRYLOCK,  /* r = 1 if it got the mutex, else 0 */
  AWAIT,    /* until var == value, and/or var2 == expected */
  POST,     /* semaphore */
  SEM_WAIT,
  SEM_TRYWAIT, /* r = 1 if it took one, else 0 */
  SEM_VALUE,   /* r = its value */
  RDLOCK,      /* read-write lock */
  WRLOCK,
  TRYRDLOCK, /* r = 1 if it got the lock, else 0 */
  TRYWRLOCK,
  RWUNLOCK,
  COND_WAIT, /* condition variable, with a mutex: three steps; if timed, r = 1 if it was woken */
  SIGNAL,
  BROADCAST,
  BARRIER,        /* r = 1 for the first to leave it, else 0: two steps */
  SEND,           /* value, plus r if `with_register`, to `thread`, with the tag `expected` */
  RECEIVE,        /* r = the first message with the tag `expected`, or the first one if `any` */
  RECEIVE_IF_ANY, /* r = the same plus 1, or 0 if there is none */
  ATOMIC,         /* the next `length` instructions in one step: accesses to memory, and branches */
  CHOOSE,         /* r = a value below `value` */
  IF,             /* skip the next `length` instructions unless r == value */
  FORGET,         /* r = r == value && r2 == expected; r2 = 0: what was read is forgotten */
  LOOP,           /* an iteration begins */
  AGAIN,          /* back to the `length`-th instruction before this one, unless r == r2 */
  REST,           /* gives way: to leave the thread before its next step is no preemption */
  CREATE,         /* thread */
  JOIN,           /* thread */
};

/* The last two read the second variable only where the first does not decide. */
enum await_form { AWAIT_ONE, AWAIT_BOTH, AWAIT_EITHER, AWAIT_THEN_BOTH, AWAIT_ELSE_EITHER };

/* What is explored of iterations that only read: all; none, as a thread stops when it has made one
 * (RV_EFFECT_VOID); none, as it waits before the last instruction of one. */
enum loops { LOOPS_ALL, LOOPS_STOP, LOOPS_WAIT };

struct instruction {
  uint8_t kind;
  uint8_t r, r2;
  uint8_t var, var2;
  uint8_t mutex, object, thread;
  uint8_t value, expected;
  uint8_t length;
  uint8_t form;
  bool with_register;
  bool any;
  bool timed; /* one that tries, or a wait on a condition variable, which then may fail: it waits
                 for a while before it fails */
};

/* Variables are ranges of one memory and may overlap. */
struct variable {
  uint8_t offset, size;
};

struct code {
  unsigned n;
  struct instruction at[MAX_CODE];
};

struct program {
  uint64_t seed;
  unsigned threads, vars, mutexes;
  uint8_t semaphore[MAX_OBJECTS]; /* what they are at the start */
  uint8_t parties;                /* that a barrier waits for; no more threads use it */
  uint8_t alike;                  /* threads from 1 to this one are symmetric; 0: none are */
  uint8_t loops;                  /* enum loops */
  bool keeps;                     /* threads keep all they read, and not only in registers */
  struct variable var[MAX_VARS];
  struct code code[MAX_THREADS]; /* of each thread; 0 is main */
};

enum feature {
  FEATURE_AWAIT = 1,
  FEATURE_CHOOSE = 2,
  FEATURE_LOCKS = 4,
  FEATURE_OVERLAP = 8,
  FEATURES_OFTEN = 15, /* what more than half of all programs may have */
  FEATURE_SEMAPHORES = 16,
  FEATURE_RWLOCKS = 32,
  FEATURE_CONDITIONS = 64,
  FEATURE_BARRIERS = 128,
  FEATURE_ATOMIC = 256,
  FEATURES_ALL = 511,
  FEATURE_STORES = 512,     /* mostly stores, to few variables: only where it is asked for */
  FEATURE_MAILBOXES = 1024, /* only where it is asked for */
  FEATURE_JOINS = 2048, /* nothing but reads, writes and joins (joins.c), where it is asked for */
  FEATURE_TIMED = 4096, /* timed waits, where it is asked for */
  FEATURE_SYMMETRY = 8192, /* threads with the same code (symmetric.c), where it is asked for */
  FEATURE_LOOPS = 16384,   /* loops that try again, where it is asked for */
};

void program_generate(struct program *p, uint64_t seed, unsigned features);
void program_print(const struct program *p);

/* Those of FEATURE_JOINS, with this random number to begin with. */
void program_generate_joins(struct program *p, uint64_t random);

/* Gives some threads of a program the same code, and main creates and joins them all at once. */
void program_make_symmetric(struct program *p, uint64_t random);

/* A small generator of random numbers, so that a seed gives the same program everywhere. */
uint64_t program_random(uint64_t *state);

/* Whether an instruction tells its thread something that it did not know. */
bool instruction_tells(const struct instruction *i);

/* The program without one instruction of one thread. */
void program_remove(struct program *p, unsigned thread, unsigned at);

#endif
