// Plain accesses that race, as a machine with store buffers executes them: a load overtakes a store
// under tso, and under pso a store overtakes another one.
// options: --memory=tso --races=interleave
// algorithms: optimal
// cflags: -O0
// expect: fail assertion
// also: --memory=sc --races=interleave --algorithm=graph
// algorithms: optimal
// cflags: -O0
// expect: pass
// traces: 3 (each of the loads may find 0, but not both)
// also: --memory=tso --races=interleave
// algorithms: optimal
// cflags: -O0 -DFENCE
// expect: pass
// traces: 3 (the same)
// also: --memory=tso --races=interleave
// algorithms: optimal
// cflags: -O0 -DMESSAGE
// expect: pass
// traces: 2 (y is 0, or 1 and x too)
// also: --memory=pso --races=interleave
// algorithms: optimal
// cflags: -O0 -DMESSAGE
// expect: fail assertion
// also: --memory=pso --races=interleave
// algorithms: optimal
// cflags: -O0 -DMESSAGE -DFENCE
// expect: pass
// traces: 2 (the same)
// also: --memory=tso --races=interleave
// algorithms: optimal
// cflags: -O0 -DBOTH
// expect: pass
// traces: 3 (two orders of the stores to each of two variables, but not both against program order)
// also: --memory=pso --races=interleave
// algorithms: optimal
// cflags: -O0 -DBOTH
// expect: fail assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int x, y, saw_x, saw_y;

static void between(void) {
#ifdef FENCE
  atomic_thread_fence(memory_order_seq_cst);
#endif
}

#ifdef MESSAGE

static void *first(void *unused) {
  x = 1;
  between();
  y = 1;
  return unused;
}

static void *second(void *unused) {
  saw_x = 1;
  if (y)
    saw_x = x;
  return unused;
}

#elif defined BOTH

static void *first(void *unused) {
  x = 1;
  y = 2;
  return unused;
}

static void *second(void *unused) {
  y = 1;
  x = 2;
  return unused;
}

#else

static void *first(void *unused) {
  x = 1;
  between();
  saw_y = y;
  return unused;
}

static void *second(void *unused) {
  y = 1;
  between();
  saw_x = x;
  return unused;
}

#endif

/* In the end memory has what was stored last. */
static void look_at_memory(void) {
#ifdef BOTH
  assert(x == 2 || y == 2);
#else
  assert(x == 1 && y == 1);
#endif
}

int main(void) {
  pthread_t a, b;
  atexit(look_at_memory);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
#ifndef BOTH
  assert(saw_x || saw_y);
#endif
}
