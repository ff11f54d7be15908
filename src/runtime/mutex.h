/*
 * Mutexes, for other objects that are made of them or work with them. Results are POSIX error
 * numbers; `pc` and `frame` are the program's call.
 */
#ifndef RAVEL_RUNTIME_MUTEX_H
#define RAVEL_RUNTIME_MUTEX_H

#include <pthread.h>

#include "runtime/runtime.h"

/* In the first bytes of a pthread_mutex_t or an mtx_t. */
struct mutex {
  uint32_t reserved;
  uint32_t count;     /* how often its holder has locked it */
  uint32_t holder;    /* thread number + 1; 0: it is free */
  uint32_t destroyed; /* MUTEX_DESTROYED */
  int32_t kind;       /* PTHREAD_MUTEX_*, where libc's initialisers put it */
  uint32_t condition; /* of a robust mutex: enum mutex_condition */
  uint64_t locked_at; /* pc of the call that locked it */
  struct mutex *next; /* robust mutexes that its holder has locked before */
};

int mutex_init(struct mutex *mutex, const pthread_mutexattr_t *attributes, uint64_t pc,
               void *frame);
/* `entry` is the caller's ENTRY; NULL: the program has not called to lock. */
int mutex_lock(struct mutex *mutex, uint64_t pc, void *frame, void *entry);
/* These take their caller's ENTRY. */
int mutex_trylock(struct mutex *mutex, uint64_t pc, void *frame);
/* As trylock, but one that finds the mutex held has waited for it in vain until then. */
int mutex_timedlock(struct mutex *mutex, clockid_t clock, const struct timespec *until, uint64_t pc,
                    void *frame);
int mutex_unlock(struct mutex *mutex, uint64_t pc, void *frame, void *entry);
void mutex_destroy(struct mutex *mutex, uint64_t pc, void *frame);

/* For operations that lock several mutexes. In this order: reports an error if the thread holds it
 * already; whether the thread can go on (to an error, if the mutex cannot be used); takes it, which
 * is free. */
void mutex_check(const struct mutex *mutex, uint64_t pc, void *frame);
bool mutex_is_held(const struct mutex *mutex);
int mutex_take(struct mutex *mutex, uint64_t pc, void *frame);

/* For a condition variable. 0 if the thread holds the mutex, an error number if it does not and is
 * to be told so; otherwise that is an error, which begins with `what`. Its lock then goes, or one
 * of several: as part of an operation that says so itself. */
int mutex_check_held(struct mutex *mutex, const char *what, uint64_t pc, void *frame);
void mutex_let_go(struct mutex *mutex, uint64_t pc);

/* The current thread ends: the next thread to lock one of its robust mutexes gets it. */
void mutexes_leave(void);
static inline void mutexes_thread_ends(void) {
  if (unlikely(rt.current->robust || rt.current->outlast))
    mutexes_leave();
}

#endif
