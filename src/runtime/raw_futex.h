/*
 * Futexes of code that makes system calls by an instruction of its own, and not by a function of
 * libc: libraries that were not compiled by `ravel cc`, and inline assembly. The kernel is asked
 * to turn such a call into a signal. Its handler, on the stack of the thread, answers it as
 * syscall() does, so the thread may wait there while others go on.
 */
#ifndef RAVEL_RUNTIME_RAW_FUTEX_H
#define RAVEL_RUNTIME_RAW_FUTEX_H

/* If any module has such an instruction. */
void raw_futex_init(void);

#endif
