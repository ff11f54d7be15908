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

#ifdef __cplusplus
}
#endif

#endif
