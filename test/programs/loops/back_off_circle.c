// Three threads, each of which has a lock, tries to get that of the next one, and releases its own
// where it does not get it. No two of them hinder each other, but all three do.
// expect: pass
// not_covered: back off for each other in step
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 3 };

static pthread_mutex_t forks[THREADS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                         PTHREAD_MUTEX_INITIALIZER};

static void *eat(void *arg) {
  pthread_mutex_t *const own = arg, *const next = own == &forks[THREADS - 1] ? forks : own + 1;
  for (;;) {
    pthread_mutex_lock(own);
    if (pthread_mutex_trylock(next) == 0)
      break;
    pthread_mutex_unlock(own);
  }
  pthread_mutex_unlock(next);
  pthread_mutex_unlock(own);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, eat, &forks[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
