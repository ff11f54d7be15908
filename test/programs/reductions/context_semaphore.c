// Two threads post, one of them then tries to take a unit, a third waits for one and reads what is
// stored before one of the posts. A post and the trywait come to the same in both orders where
// there is a unit already; but who waits can tell them apart. All three outcomes come up. Where the
// trywait and the wait both sleep, each must show its own races.
// expect: fail assertion
// at: BUG
// options: --context-sensitive --order=random --seed=3
// algorithms: source optimal
// cflags: -DREAD=0 -DTOOK=1
// also: --context-sensitive --order=random --seed=3
// expect: fail assertion
// at: BUG
// algorithms: source optimal
// cflags: -DREAD=1 -DTOOK=0
// also: --context-sensitive --order=random --seed=3
// expect: fail assertion
// at: BUG
// algorithms: source optimal
// cflags: -DREAD=1 -DTOOK=1
// also: --context-sensitive --order=youngest
// expect: fail assertion
// at: BUG
// algorithms: source optimal
// cflags: -DREAD=0 -DTOOK=1 -DSECOND=waiter -DTHIRD=taker
// also: --context-sensitive --order=youngest
// expect: fail assertion
// at: BUG
// algorithms: source optimal
// cflags: -DREAD=1 -DTOOK=0 -DSECOND=waiter -DTHIRD=taker
// also: --context-sensitive --order=youngest
// expect: fail assertion
// at: BUG
// algorithms: source optimal
// cflags: -DREAD=1 -DTOOK=1 -DSECOND=waiter -DTHIRD=taker
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef SECOND
#define SECOND taker
#define THIRD waiter
#endif

static sem_t units;
static atomic_int x, took, read_value;

static void *poster(void *arg) {
  sem_post(&units);
  return arg;
}

static void *taker(void *arg) {
  atomic_store(&x, 1);
  sem_post(&units);
  took = sem_trywait(&units) == 0;
  return arg;
}

static void *waiter(void *arg) {
  sem_wait(&units);
  read_value = atomic_load(&x);
  return arg;
}

int main(void) {
  static void *(*const run[])(void *) = {poster, SECOND, THIRD};
  pthread_t thread[3];
  sem_init(&units, 0, 0);
  for (int i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, run[i], NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  assert(!(read_value == READ && took == TOOK)); /* BUG */
  return 0;
}
