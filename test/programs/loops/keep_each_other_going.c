// Threads that keep each other going are found by the state that comes again, long before
// --max-steps: two that exchange values over each other, and two that undo each other's store
// (-DUNDO). A third thread that could end it and does not come to run is no fair scheduler
// (-DFAIR).
// expect: fail nontermination
// message: keep each other going: the state is that of 2 steps before
// steps: 1027 (1024, and one round)
// also: --order=youngest
// expect: fail nontermination
// message: keep each other going
// also:
// cflags: -DUNDO
// expect: fail nontermination
// message: keep each other going: the state is that of 4 steps before
// also: --max-executions=600
// cflags: -DFAIR
// algorithms: optimal source dpor
// expect: incomplete
// stopped_by: --max-executions
// also:
// cflags: -DEXITS
// expect: incomplete
// stopped_by: --max-steps
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, stop;

static int goes_on(void) {
#ifdef FAIR
  return !stop;
#else
  return 1;
#endif
}

#ifdef UNDO
static void *first(void *unused) {
  do
    x = 1;
  while (x != 1);
  return unused;
}

static void *second(void *unused) {
  do
    x = 2;
  while (x != 2);
  return unused;
}
#else
static void *first(void *unused) {
  while (atomic_exchange(&x, 1) != 2 && goes_on())
    ;
  return unused;
}

static void *second(void *unused) {
  while (atomic_exchange(&x, 3) != 4 && goes_on())
    ;
  return unused;
}
#endif

static void *ends_it(void *unused) {
  stop = 1;
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  (void)goes_on;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  (void)ends_it;
#ifdef FAIR
  pthread_create(&c, NULL, ends_it, NULL);
  pthread_join(c, NULL);
#else
  (void)c;
#endif
#ifndef EXITS // the end of the program takes them away
  pthread_join(a, NULL);
  pthread_join(b, NULL);
#endif
  return 0;
}
