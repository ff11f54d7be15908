// Three dining philosophers, each taking the left fork first.
// expect: fail deadlock
// at: WAIT
// also: --keep-going
// expect: fail deadlock
// traces: 7 (8 ways to order three forks, less 2 cyclic ones, one of which is the deadlock)
#include <pthread.h>
#include <stdint.h>

enum { SEATS = 3 };
static pthread_mutex_t fork_at[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                         PTHREAD_MUTEX_INITIALIZER};

static void *philosopher(void *arg) {
  uintptr_t seat = (uintptr_t)arg;
  pthread_mutex_t *left = &fork_at[seat], *right = &fork_at[(seat + 1) % SEATS];
  pthread_mutex_lock(left);
  pthread_mutex_lock(right); /* WAIT */
  pthread_mutex_unlock(right);
  pthread_mutex_unlock(left);
  return NULL;
}

int main(void) {
  pthread_t threads[SEATS];
  for (uintptr_t i = 0; i < SEATS; i++)
    pthread_create(&threads[i], NULL, philosopher, (void *)i);
  for (int i = 0; i < SEATS; i++)
    pthread_join(threads[i], NULL); /* WAIT */
  return 0;
}
