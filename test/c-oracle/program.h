/*
 * A small multithreaded C program as data. generate.c makes one up, lower.c turns it into the code
 * of an abstract machine, interpret.c runs that machine through every schedule, and emit.c writes
 * the same program as C. Nothing here knows Ravel: it says what must come out of it.
 */
#ifndef RAVEL_TEST_C_ORACLE_PROGRAM_H
#define RAVEL_TEST_C_ORACLE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
  MAX_THREADS = 4,
  MAX_STATEMENTS = 24, /* of one thread */
  MOST_MADE_UP = 14,   /* of these, before threads are created and joined */
  VARS = 6,            /* 0 to 2 atomic, 3 a lock made of an atomic, 4 volatile, 5 plain */
  LOCK_VAR = 3,
  VOLATILE_VAR = 4,
  PLAIN_VAR = 5,
  OBJECTS = 2, /* of each kind; one condition variable and one barrier */
  REGISTERS = 3,
  MASK = 7, /* a register has three bits */
};

enum feature {
  FEATURE_LOOPS = 1 << 0,      /* spin loops, with local state */
  FEATURE_LOCKS = 1 << 1,      /* mutexes, trylock */
  FEATURE_SEMAPHORES = 1 << 2, /* and barriers */
  FEATURE_RWLOCKS = 1 << 3,
  FEATURE_CONDITIONS = 1 << 4,
  FEATURE_OBJECTS = 1 << 5, /* init and destroy in threads */
  FEATURE_PLAIN = 1 << 6,   /* plain accesses, perhaps racy */
  FEATURE_MIXED = 1 << 7,   /* volatile variables, also accessed as plain ones */
  FEATURE_TIMED = 1 << 8,
  FEATURE_ASSUME = 1 << 9,       /* assumptions and choices */
  FEATURE_LOCAL = 1 << 10,       /* thread-specific and thread-local data */
  FEATURE_EXIT = 1 << 11,        /* exit statuses, exit in threads */
  FEATURE_SYSTEM = 1 << 12,      /* descriptors, umask, environment */
  FEATURE_TREES = 1 << 13,       /* threads of threads, joins in the middle, detached threads */
  FEATURE_ASSERT = 1 << 14,      /* assertions in the middle */
  FEATURE_WEAK = 1 << 15,        /* memory orders and fences */
  FEATURE_STATE_LOOPS = 1 << 16, /* loops over several variables, through pointers, of calls */
  FEATURE_WEAK_CAS = 1 << 17,    /* that fails for no reason; gcc only, clang makes it strong */
  FEATURE_RETRY_LOOPS = 1 << 18, /* loops that try again, take back what they did, take locks */
  FEATURE_DESCRIPTORS = 1 << 19, /* pipes and events that are waited for, with poll and epoll */
  FEATURE_HELPING = 1 << 20,     /* loops that do for another thread what it is about to do */
  FEATURE_SIGNALS = 1 << 21,     /* that interrupt threads */
  FEATURES = 22,
  FEATURE_ATTEMPTS = 1 << 22, /* of all threads on one word, taken back; if it is asked for */
};

enum statement_kind {
  /* Memory. The way of an access is that of its variable, or `plain`. */
  LOAD,  /* r = var */
  STORE, /* var = imm, or (r + imm) & MASK if `from_register` */
  ADD,   /* r = var; var += imm */
  EXCHANGE,
  CAS, /* r = success */
  FENCE,
  /* Loops that wait, with local state in r. */
  SPIN,          /* while (var != imm) update(r), or == if `either` */
  SPIN_TWO,      /* while (var != imm && var2 != imm2) update(r), or with || */
  SPIN_EXCHANGE, /* while (exchange(lock, 1)) update(r) */
  SPIN_CAS,      /* while (!cas(var, imm, imm2)) update(r) */
  SPIN_TRYLOCK,
  SPIN_SEMAPHORE, /* of sem_trywait */
  RETRY,          /* the same, at most two times */
  RETRY_LOOP,     /* of a shape (retry.h) */
  /* Objects. */
  LOCK,
  UNLOCK,
  TRYLOCK,
  TIMEDLOCK,
  MUTEX_INIT,
  MUTEX_DESTROY,
  POST,
  WAIT,
  TRYWAIT,
  TIMEDWAIT,
  GETVALUE,
  SEM_INIT,
  SEM_DESTROY,
  RDLOCK,
  WRLOCK,
  TRYRDLOCK,
  TRYWRLOCK,
  TIMEDWRLOCK,
  RWUNLOCK,
  RW_INIT,
  RW_DESTROY,
  COND_WAIT,
  COND_TIMEDWAIT,
  SIGNAL,
  BROADCAST,
  COND_INIT,
  COND_DESTROY,
  BARRIER,
  BARRIER_INIT,
  BARRIER_DESTROY,
  /* What belongs to the thread. */
  CHOOSE, /* r = a value below imm */
  ASSUME, /* r != imm */
  ASSERT, /* r != imm */
  TSD_SET,
  TSD_GET,
  TLS_SET,
  TLS_GET,
  EXIT,
  EXIT_NOW,
  YIELD,
  /* What the system keeps. */
  PIPE_WRITE, /* imm */
  PIPE_READ,  /* r = the next one, or MASK */
  FILE_READ,  /* r = the next of 0, 1, 2 ... */
  UMASK,      /* r = the old one */
  SETENV,
  GETENV,
  OPEN,       /* r = number of the descriptor, from the first one on */
  CLOSE,      /* that number, if it is open: r = whether it was */
  READ_INTO,  /* the plain variable = the next of 0, 1, 2 ... */
  WRITE_FROM, /* the plain variable, into the pipe */
  /* Descriptors that are waited for: r = 1 for the pipe + 2 for the event, those that are ready.
   * The sets of epoll have both; the event can leave the first one, which is level-triggered. */
  EVENT_ADD,  /* imm */
  EVENT_TAKE, /* r = what was added */
  POLL_NOW,
  POLL_WAIT,
  POLL_TIMED,
  LEVEL_NOW,
  LEVEL_WAIT,
  LEVEL_LEAVE, /* r = whether the event was in the set */
  LEVEL_ENTER, /* r = whether it was not */
  /* Other sets have the first one in them: r = whether anything is ready in it. */
  OUTER_NOW,
  OUTER_WAIT,
  OUTER_POLL, /* poll() of the first one */
  OUTER_EDGE_NOW,
  OUTER_EDGE_WAIT,
  EDGE_NOW,
  EDGE_WAIT,
  /* A signal with a handler, for the thread. */
  KILL,     /* `either`: it is the thread's own */
  KILL_ANY, /* for any thread */
  ARM,      /* a timer sends it, to any thread */
  BLOCK_SIGNAL,
  UNBLOCK_SIGNAL,
  /* Threads. */
  CREATE,
  JOIN,
};

enum update {
  UPDATE_NONE,
  UPDATE_FLAG,
  UPDATE_COUNT,
  UPDATE_TOGGLE,
  UPDATE_LAST,
  UPDATE_YIELD,
  UPDATES
};
enum way { WAY_DIRECT, WAY_FUNCTION, WAY_POINTER, WAYS };
/* Where a variable is. */
enum storage { STATIC, ON_HEAP, ON_STACK, STORAGES }; /* the stack of main */
/* What the handler does. */
enum handler { HANDLER_ADDS, HANDLER_STORES, HANDLER_COPIES, HANDLER_NOTES, HANDLERS };
enum order { RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };

struct statement {
  uint8_t kind;
  uint8_t r;
  uint8_t var, var2; /* or the object, or the thread */
  uint8_t imm, imm2;
  uint8_t update, way, order, shape;
  bool from_register, plain, either;
  bool weak;    /* a compare-and-swap that may fail for no reason */
  bool narrow;  /* accesses the first byte, which has all of the value */
  bool guarded; /* only if r[guard] == guard_imm */
  uint8_t guard, guard_imm;
  uint16_t id; /* its line */
};

struct code {
  unsigned n;
  struct statement at[MAX_STATEMENTS];
};

struct program {
  uint64_t seed;
  unsigned features, threads;
  uint8_t size[VARS];         /* bytes of a variable */
  uint8_t storage[VARS];      /* enum storage */
  uint8_t semaphore[OBJECTS]; /* what they are at the start */
  uint8_t timeouts, spurious; /* options of the same names */
  uint8_t returns;            /* exit status when main returns */
  uint8_t parent[MAX_THREADS];
  bool detached[MAX_THREADS], by_value[MAX_THREADS]; /* how the result of a thread is passed on */
  uint8_t handler, handler_var, handler_var2; /* enum handler; from the second to the first; NOTES:
                                                in which thread it runs */
  bool restarts;                              /* SA_RESTART */
  uint8_t destructor_var; /* to which a value of thread-specific data is added at the end */
  struct code code[MAX_THREADS];
};

void program_generate(struct program *p, uint64_t seed, unsigned features);
void program_remove(struct program *p, unsigned thread, unsigned at);
bool program_joins(const struct program *p, unsigned thread);
bool program_uses(const struct program *p, enum statement_kind first, enum statement_kind last);

/* What is added to the event are signals that are queued, and the event is a signalfd. */
bool program_event_is_signals(const struct program *p);

/* What the pipe is: bytes are datagrams of their own. */
enum pipe { PIPE_IS_PIPE, PIPE_IS_PAIR, PIPE_IS_UNIX, PIPE_IS_UDP, PIPE_KINDS };
enum pipe program_pipe(const struct program *p);

/* The handler says in which thread it runs. */
bool program_notes(const struct program *p);

struct expected;
void program_emit(FILE *to, const struct program *p, unsigned number,
                  const struct expected *expected);
void emit_head(FILE *to);
void emit_tail(FILE *to, unsigned programs);

#endif
