/*
 * The story of one recorded execution (TASK_RECORD): its events, their order, and the memory at its
 * end.
 */
#ifndef RAVEL_PROTOCOL_RECORD_H
#define RAVEL_PROTOCOL_RECORD_H

#include <stdint.h>

/* One line of the story of a recorded execution. */
enum record_kind {
  RECORD_READ,       /* `value` is what was read */
  RECORD_WRITE,      /* `stored` is what was written */
  RECORD_UPDATE,     /* read-modify-write: `value` is what was read, `stored` what was written */
  RECORD_CAS_FAILED, /* `value` is what was read, `stored` what was expected */
  RECORD_FENCE,
  RECORD_LOCK,
  RECORD_TRYLOCK, /* `value` is 0 when it got the mutex */
  RECORD_UNLOCK,
  RECORD_CREATE, /* `other` is the new thread */
  RECORD_JOIN,   /* `other` is the thread whose end was seen */
  RECORD_END,    /* the thread ended */
  RECORD_EXIT,   /* the thread called exit or main returned: `value` is the status */
  RECORD_CHOOSE, /* `value` of `stored` choices */
  RECORD_AWAIT,
  RECORD_FREE,        /* of a block of the heap */
  RECORD_SCOPE_END,   /* of a local variable: its function returns, or its thread ends */
  RECORD_TRY_JOIN,    /* `other` has not ended yet */
  RECORD_CANCEL,      /* `other` is the thread that is asked to end */
  RECORD_TEST_CANCEL, /* it has not been asked to end */
  RECORD_CANCELLED,   /* it has */
  RECORD_ARRIVES,     /* signal `value` comes to `other` */
  RECORD_HANDLES,     /* a handler begins, of signal `value` */
  RECORD_INIT,        /* of a synchronisation object that must be initialised */
  RECORD_DESTROY,     /* of a synchronisation object */
  RECORD_TIMEOUT,     /* it has waited for the object in vain */
  RECORD_WAIT,        /* begins to wait on a condition variable */
  RECORD_WOKEN,       /* `value` is enum woken_by */
  RECORD_SIGNAL,      /* `value` threads wait and have not been woken yet */
  RECORD_BROADCAST,   /* the same */
  RECORD_POST,        /* of a semaphore: `stored` is what it has now */
  RECORD_TAKE,        /* from a semaphore: `stored` is what it has now */
  RECORD_TRY_TAKE,    /* in vain */
  RECORD_GET_VALUE,   /* of a semaphore: `value` */
  RECORD_OPEN,        /* of a named semaphore */
  RECORD_CLOSE,
  RECORD_UNLINK,
  RECORD_RDLOCK,
  RECORD_WRLOCK,
  RECORD_TRY_RDLOCK, /* `value` is 0 when it got the lock */
  RECORD_TRY_WRLOCK,
  RECORD_ARRIVE,    /* at a barrier, as number `value` of `stored` */
  RECORD_LEAVE,     /* `value` is 1 for the thread that is told so */
  RECORD_ONCE,      /* `value` is 1 where it has been done before */
  RECORD_ONCE_DONE, /* `value` is 0 where the attempt has failed */
  RECORD_FUTEX_WAIT,
  RECORD_FUTEX_DIFFERS, /* the memory is not as expected: it does not wait */
  RECORD_FUTEX_WOKEN,
  RECORD_FUTEX_WAKE,      /* `value` of `stored` threads */
  RECORD_SEND,            /* of a message with tag `value` and data `stored`, to `other` */
  RECORD_RECEIVE,         /* the same, from `other` */
  RECORD_LOOK_AT_MESSAGE, /* the same, and leaves it there */
  RECORD_NO_MESSAGE,      /* with tag `value` */
  RECORD_STATE_LOOK,      /* what the kernel or libc keeps for all threads: looks at it */
  RECORD_STATE_ADD,
  RECORD_STATE_CHANGE,
  RECORD_INVOKE, /* an operation whose history is checked begins: `value` is its argument, if
                    `stored` is not 0 */
  RECORD_RETURN, /* it ends: `value` is its result, if it is a number; its pc is the operation's */
  RECORD_BLOCK_BEGIN,
  RECORD_BLOCK_END,
  RECORD_ERROR, /* the error the recording is about happened here */
  RECORD_KINDS
};

enum woken_by { WOKEN_BY_SIGNAL, WOKEN_BY_NOTHING, WOKEN_BY_TIME, WOKEN_BY_CANCEL };

/* What a new block of the heap is filled with. */
enum { SHARED_GARBAGE = 0xbe };

enum { RECORD_CALLERS = 16, RECORD_NAME = 24 };

struct record {
  uint8_t kind;     /* enum record_kind */
  uint8_t plain;    /* an access that is neither atomic nor volatile */
  uint8_t order;    /* memory order of an atomic, as in __ATOMIC_*; 255: none */
  uint8_t preempts; /* its step was made though the thread of the one before could have gone on */
  uint32_t thread;
  uint32_t other;
  uint32_t size;
  /* Under a weak memory model, steps counted from 1: the one that wrote what a read has read (0: it
   * is what was there before all of them), and of a read, or of a write that comes before others in
   * the modification order, the one that wrote what was last in it. */
  uint32_t source, last;
  uint64_t step; /* index in the schedule of the step it belongs to, from 1; 0: before the first */
  uint64_t addr;
  uint64_t value, stored; /* of the first 8 bytes */
  uint64_t pc;            /* a return address */
  /* Where addr lies on the heap: size of the block (0: not on the heap), offset in it, where it
   * was allocated. */
  uint64_t block_size, block_offset, block_pc;
  /* Where it lies on a stack: the frame pointer of the function whose frame it is in, and where
   * that function is, as a return address. 0: it is on none, or not in a frame that is known. */
  uint64_t frame, frame_pc;
  char name[RECORD_NAME];           /* RECORD_INVOKE, RECORD_RETURN: of the operation */
  uint64_t callers[RECORD_CALLERS]; /* the functions around pc, inner ones first; 0: no more */
};

/* TASK_RECORD: of two steps of different threads, counted from 1, one happens before the other, and
 * nothing in between. One more than the last step stands for the error, and comes after all that
 * it needs. */
struct shared_edge {
  uint64_t before, after;
};

/* A part of the program's memory when the error happened, and behind it `kept` bytes of what is
 * there. */
enum region_kind {
  REGION_DATA,
  REGION_BLOCK,     /* of the heap: `pc` is where it was allocated */
  REGION_REGISTERS, /* no memory: of a thread, whose number is addr; SHARED_REGISTERS words */
  REGION_FRAME,     /* no memory: addr is the frame pointer of a function that is at `pc` */
};
enum { SHARED_REGISTERS = 17 }; /* as DWARF numbers those of x86-64; the last is the pc */
struct shared_region {
  uint64_t kind; /* enum region_kind */
  uint64_t addr, size, kept;
  uint64_t pc;
  uint64_t callers[RECORD_CALLERS]; /* REGION_BLOCK: the functions around pc, as in a record */
};

#endif
