/*
 * Waiting on an address until somebody wakes those who wait there: what futexes are, and the wait
 * and notify of C++ atomics.
 */
#ifndef RAVEL_RUNTIME_FUTEX_H
#define RAVEL_RUNTIME_FUTEX_H

#include "runtime/runtime.h"

enum { FUTEX_ANY = -1 }; /* all bits: wakes and is woken by any */

/* In one step: the memory at `addr` is compared with `expected`, and if it is the same, the current
 * thread waits there. `deadline` (NULL: none) is on `clock`. Returns 0 when it was woken, EAGAIN
 * when the memory differs, or ETIMEDOUT. */
int futex_wait(const void *addr, const void *expected, uint32_t size, uint32_t bits,
               clockid_t clock, const struct timespec *deadline, uint64_t pc);

/* Wakes up to `n` threads; which, if there are more, is explored. Returns how many. */
uint32_t futex_wake(const void *addr, uint32_t n, uint32_t bits, uint64_t pc);

/* Wakes up to `n` threads, and has up to `m` of the others wait at `to` from now on; `moved` is how
 * many that are together. `expected`, if it is not NULL, must be what is at `addr`, or it is
 * EAGAIN.
 */
int futex_requeue(const uint32_t *addr, const uint32_t *expected, uint32_t n, uint32_t m,
                  const void *to, uint32_t *moved, uint64_t pc);

/* The system call by that name. Returns what syscall() does, with errno. */
long futex_call(const long *arguments, uint64_t pc, void *frame);

int ravel_runtime_wait(const void *addr, const void *expected, unsigned long size);
void ravel_runtime_notify(const void *addr, int all);

void futex_reset(void);
void futex_pieces(void);

#endif
