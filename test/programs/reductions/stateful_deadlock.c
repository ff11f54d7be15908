// A state from which no thread can go on is found, though it may be reached in many ways.
// options: --stateful --algorithm=naive
// algorithms: naive
// expect: fail deadlock
// also: --stateful
// algorithms: sleep
// expect: fail deadlock
// also: --stateful --algorithm=static
// algorithms: source
// expect: fail deadlock
// also: --stateful --algorithm=dpor
// algorithms: source
// expect: fail deadlock
// also: --stateful --algorithm=dpor --no-sleep-sets
// algorithms: source
// expect: fail deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
static atomic_int eaten;

static void *philosopher(void *number) {
  const int i = *(int *)number;
  pthread_mutex_lock(&forks[i]);
  pthread_mutex_lock(&forks[(i + 1) % 3]);
  atomic_fetch_add(&eaten, 1);
  pthread_mutex_unlock(&forks[(i + 1) % 3]);
  pthread_mutex_unlock(&forks[i]);
  return NULL;
}

int main(void) {
  static int numbers[3] = {0, 1, 2};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, philosopher, &numbers[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
