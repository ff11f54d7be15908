// A loop waits for either of two variables. A thread that has gone round depends on both: whether
// it waits on before or after the first one is written (with what it was) counts, though it is the
// second one that lets it go on.
// expect: pass
// traces: 4 (who is first at c, and whether `waits` reads a before it is written)
// also: --void-iterations
// expect: pass
// traces: 11 (the 4 in which it finds b written at once; else it reads a, b, a, and waits at b,
// until that is written: a is written at one of 4 points of that, or of 3 if c is written first)
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int a, b, c; /* not static: a compiler could see that a is always 0 */

static void *waits(void *arg) {
  while (!atomic_load(&a) && !atomic_load(&b))
    ;
  return arg;
}

static void *writes(void *arg) {
  atomic_store(&a, 0);
  atomic_store(&c, 1);
  return arg;
}

static void *lets_go_on(void *arg) {
  atomic_store(&b, atomic_load(&c) ? 1 : 2);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, waits, NULL);
  pthread_create(&threads[1], NULL, writes, NULL);
  pthread_create(&threads[2], NULL, lets_go_on, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
