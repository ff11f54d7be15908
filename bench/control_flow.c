/* N groups of four threads; a group is started when the one before went the only way that writes
 * x: 4N+1 traces. J. ACM 2017, figure 10. AS_PRINTED makes s read y always, as the figure has it;
 * the paper's table counts the program in which it does so only when it needs to. */
#include <stdatomic.h>

#include "threads.h"

#ifndef N
#define N 2
#endif
#ifndef AS_PRINTED
#define AS_PRINTED 0
#endif

atomic_int x[N + 1], y[N + 1], z[N + 1];

static void *q(void *arg) {
  atomic_store(&y[number_of(arg)], 1);
  return NULL;
}

static void *r(void *arg) {
  int i = number_of(arg);
  if (atomic_load(&y[i]) == 0)
    atomic_store(&z[i], 1);
  return NULL;
}

static void *s(void *arg) {
  int i = number_of(arg);
  int n = atomic_load(&z[i]);
  if ((AS_PRINTED || n == 1) && atomic_load(&y[i]) == 0 && n == 1)
    atomic_store(&x[i], 1);
  return NULL;
}

static void start_group(int i) {
  start(q, i);
  start(r, i);
  start(s, i);
}

static void *p(void *arg) {
  int i = number_of(arg);
  if (atomic_load(&x[i]) == 1 && i < N)
    start_group(i + 1);
  return NULL;
}

int main(void) {
  for (int i = 1; i <= N; i++)
    start(p, i);
  start_group(1);
  pthread_exit(NULL);
}
