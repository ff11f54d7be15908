/*
 * Calls of operations whose histories are checked: what ravel_linearizable.h and Ravel's runtime
 * have in common. A program includes ravel_linearizable.h.
 */
#ifndef RAVEL_OPERATIONS_H
#define RAVEL_OPERATIONS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The steps that a call takes, as Ravel's runtime counts those of its thread. */
struct ravel_span {
  unsigned thread;
  unsigned long long first, last;
};

/* The calls that have returned, as bits: each thread keeps its own, main at 0. */
enum { RAVEL_MAX_THREADS = 16 };
struct ravel_returned {
  unsigned threads;
  unsigned long long of[1 + RAVEL_MAX_THREADS];
};

/* The operation, for the trace. */
struct ravel_named {
  const char *name;
  void *function;
  int has_argument, has_number; /* its result is one, or is bytes */
};

/* The runtime's part; absent, and NULL, in a program that is not linked with it. */
__attribute__((weak)) int ravel_runtime_explores(void);

/* The program cannot be checked: what was asked for there makes no sense. */
__attribute__((weak)) void ravel_runtime_refuse(const char *what, const char *file, unsigned line);

/* What is to run when the program has called exit and all threads have ended, or wait for ever. */
__attribute__((weak)) void ravel_runtime_at_end(void (*function)(void));

/* How the histories of a scenario are checked: those of equivalent executions together; or each
 * where it comes up, invocations and returns being events; or not, as another one is looked at. */
enum { RAVEL_TOGETHER, RAVEL_ONE_BY_ONE, RAVEL_NOT_NOW };
__attribute__((weak)) int ravel_runtime_scenario(const void *bytes, size_t size, int one_by_one);

/* The program goes on behind a check, in an execution of its own. */
__attribute__((weak)) void ravel_runtime_goes_on(int check);

/* All scenarios with at most `covered` calls come before this one; 0: there are no others. The
 * largest of all that are not drawn have `largest`. */
__attribute__((weak)) void ravel_runtime_covers(unsigned covered, unsigned largest);
__attribute__((weak)) void ravel_runtime_look_closer(const void *bytes, size_t size);

/* Which scenario of a level has failed, -1: none has (ravel_smaller.h). Which one this execution
 * is of, if it is made smaller where it fails. And that it has failed; false if it is to be told at
 * once. */
__attribute__((weak)) int ravel_runtime_shrunk(unsigned level);
__attribute__((weak)) void ravel_runtime_is_made_smaller(unsigned level, unsigned number);
__attribute__((weak)) int ravel_runtime_shrink(void);

/* A thread of the scenario begins a call: the calls that have returned, as bits. And it ends one,
 * which is a bit. With `event`, executions differ by what is returned here. */
__attribute__((weak)) unsigned long long
ravel_runtime_invoke(const struct ravel_returned *returned, int thread, int event,
                     struct ravel_span *span, struct ravel_named operation, long argument);
__attribute__((weak)) void ravel_runtime_return(struct ravel_returned *returned, int thread,
                                                unsigned long long call, int event,
                                                struct ravel_span *span,
                                                struct ravel_named operation, long result);

/* The call that begins may make so many steps, and so many in a row; `no` is called when it makes
 * more, or waits. Where the first number is higher than the second, it is not an error to make
 * more. */
__attribute__((weak)) void ravel_runtime_progress(int call, unsigned most, unsigned most_in_row,
                                                  void (*no)(int call, int waits));

/* Whether this execution ends only because a thread was stopped: in a loop that it would leave,
 * which others cover, or by an error, a failed assumption or a bound. It says nothing of calls. */
__attribute__((weak)) int ravel_runtime_is_void(void);

/* The operations of the scenario have been made. What follows is not shown: calls that are made to
 * see what their results should have been. */
__attribute__((weak)) void ravel_runtime_judges(void);

/* Whether these can be asked now: not where a recorded execution is run again. */
__attribute__((weak)) int ravel_runtime_asks(void);

/* Whether the first call begins before the second one ends, in all equivalent executions. */
__attribute__((weak)) int ravel_runtime_begins_before_end(const struct ravel_span *first,
                                                          const struct ravel_span *second);

/* Whether it is known, of a kind; and it is from now on. The first two are counted. */
enum { RAVEL_KNOWN_SCENARIO, RAVEL_KNOWN_HISTORY, RAVEL_KNOWN_DRAWN, RAVEL_KNOWN_DRAWN_AS };
__attribute__((weak)) int ravel_runtime_known(int kind, const void *bytes, size_t size, int add);
__attribute__((weak)) void ravel_runtime_wrong(const char *what, const char *file, unsigned line);

/* While `escape` is set, an operation that would wait for ever calls it. */
__attribute__((weak)) void ravel_runtime_waits_to(void (*escape)(void *where), void *where);

#ifdef __cplusplus
}
#endif

#endif
