// More threads than a word of a set has bits, most of which touch nothing that others do: the
// search returns to states in which all of them are about.
// expect: pass
// traces: 12 (three updates whose results are used in 3! orders, two critical sections in 2!)
// also: --reset=checked --order=youngest
// expect: pass
// traces: 12 (the same)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 70, STEPS = 3 };

static atomic_int x, own[THREADS];
static int sum;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument) {
  atomic_int *const mine = argument;
  const long i = mine - own;
  for (int step = 0; step < STEPS; step++)
    atomic_store(mine, step);
  if (i % 30 == 5 && atomic_fetch_add(&x, 1) == 1)
    atomic_store(mine, STEPS);
  if (i > THREADS - 3) {
    pthread_mutex_lock(&mutex);
    sum++;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, run, &own[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  assert(x == 3 && sum == 2);
  return 0;
}
