/*
 * What a program under test may ask of Ravel. All of it is optional: an ordinary program needs
 * none of it, and a program that uses it still builds and runs without Ravel.
 */
#ifndef RAVEL_H
#define RAVEL_H

#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The runtime's part; absent, and NULL, in a program that is not linked with it. */
__attribute__((weak)) void ravel_runtime_cut(void);
__attribute__((weak)) unsigned ravel_runtime_choose(unsigned n);
struct ravel_waiting {
  unsigned long reserved[64];
};
__attribute__((weak)) void ravel_runtime_await(struct ravel_waiting *waiting);
__attribute__((weak)) int ravel_runtime_awaited(struct ravel_waiting *waiting, int holds);

__attribute__((weak)) void ravel_runtime_atomic_begin(void);
__attribute__((weak)) void ravel_runtime_atomic_end(void);

/* Gives this execution up, without an error, unless the condition holds. Without Ravel a program
 * whose assumption fails ends. */
static inline void ravel_assume(int condition) {
  if (condition)
    return;
  if (ravel_runtime_cut)
    ravel_runtime_cut();
  exit(0);
}

/* A value from 0 to n - 1: each of them is explored. Without Ravel it is 0. */
static inline unsigned ravel_choose(unsigned n) {
  return ravel_runtime_choose ? ravel_runtime_choose(n) : 0;
}

/* Waits until the condition, an expression over atomic variables without side effects, holds, and
 * goes on at that very moment. A thread for which it never comes to hold is deadlocked. Without
 * Ravel it is a busy loop. */
#define ravel_await(...)                                                                           \
  do {                                                                                             \
    struct ravel_waiting ravel_waiting_;                                                           \
    if (ravel_runtime_await)                                                                       \
      ravel_runtime_await(&ravel_waiting_);                                                        \
    while (!(ravel_runtime_awaited ? ravel_runtime_awaited(&ravel_waiting_, !!(__VA_ARGS__))       \
                                   : !!(__VA_ARGS__)))                                             \
      ;                                                                                            \
  } while (0)

static inline __attribute__((always_inline)) int ravel_atomic_begin_(void) {
  if (ravel_runtime_atomic_begin)
    ravel_runtime_atomic_begin();
  return 1;
}

static inline __attribute__((always_inline)) void ravel_atomic_end_(const int *unused) {
  (void)unused;
  if (ravel_runtime_atomic_end)
    ravel_runtime_atomic_end();
}

/* ravel_atomic { ... }: what the braces hold is one step, which no other thread can interrupt; it
 * must not wait for one. It may be left by break, continue, goto and return. Without Ravel it is a
 * block like any other, and nothing makes it atomic. */
#define ravel_atomic                                                                               \
  for (int ravel_atomic_ __attribute__((cleanup(ravel_atomic_end_))) = ravel_atomic_begin_();      \
       ravel_atomic_; ravel_atomic_ = 0)

#ifdef __cplusplus
}
#endif

#endif

/* How tests fail is not known yet where a header of the C++ library includes this one. A copy of
 * this header alone does without. */
#if !defined(RAVEL_IN_LIBRARY) && __has_include("ravel_check.h")
#include "ravel_check.h"
#endif
