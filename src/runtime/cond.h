/*
 * Condition variables, for what is made of them. Results are POSIX error numbers; `pc` and `frame`
 * are the program's call.
 */
#ifndef RAVEL_RUNTIME_COND_H
#define RAVEL_RUNTIME_COND_H

#include <time.h>

#include "runtime/mutex.h"

struct waiter;

/* In the first bytes of a pthread_cond_t or a cnd_t. */
struct cond {
  struct waiter *youngest; /* those that wait and have not all been woken, the last one first */
  uint32_t waiters;        /* how many these are */
  uint32_t wakeups;        /* given to them and not taken yet: always fewer */
  uint64_t wakes[2];       /* stands for the wakeups where operations say what they access */
  uint32_t life;           /* 0, or OBJECT_DESTROYED */
  uint32_t attributes;     /* where libc's initialisation puts them */
};

/* The mutex is unlocked while the thread waits. `until` is NULL for a wait without end. */
int cond_wait(struct cond *cond, struct mutex *mutex, clockid_t clock, const struct timespec *until,
              uint64_t pc, void *frame);
void cond_signal(struct cond *cond, uint64_t pc, void *frame);
void cond_broadcast(struct cond *cond, uint64_t pc, void *frame);
int cond_init(struct cond *cond, const void *attributes, uint64_t pc, void *frame);
void cond_destroy(struct cond *cond, uint64_t pc, void *frame);

#endif
