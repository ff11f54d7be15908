// Three dining philosophers who take the fork with the lower number first.
// expect: pass
// traces: 6 (8 ways to order three forks, less the 2 cyclic ones)
#include <pthread.h>
#include <stdint.h>

enum { SEATS = 3 };
static pthread_mutex_t fork_at[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                         PTHREAD_MUTEX_INITIALIZER};

static void *philosopher(void *arg) {
  uintptr_t seat = (uintptr_t)arg, next = (seat + 1) % SEATS;
  pthread_mutex_t *low = &fork_at[seat < next ? seat : next];
  pthread_mutex_t *high = &fork_at[seat < next ? next : seat];
  pthread_mutex_lock(low);
  pthread_mutex_lock(high);
  pthread_mutex_unlock(high);
  pthread_mutex_unlock(low);
  return NULL;
}

int main(void) {
  pthread_t threads[SEATS];
  for (uintptr_t i = 0; i < SEATS; i++)
    pthread_create(&threads[i], NULL, philosopher, (void *)i);
  for (int i = 0; i < SEATS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
