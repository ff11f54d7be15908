// The same with one condition variable for both: a signal that is meant for a consumer may wake
// a producer, who goes back to waiting. Everybody waits. A broadcast would be right.
// expect: fail deadlock
// at: WAIT
// also:
// cflags: -DBROADCAST
// expect: pass
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef BROADCAST
#define WAKE pthread_cond_broadcast
#else
#define WAKE pthread_cond_signal
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool full;

static void *produce(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    while (full)
      pthread_cond_wait(&changed, &mutex); /* WAIT */
    full = true;
    WAKE(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

static void *consume(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!full)
    pthread_cond_wait(&changed, &mutex); /* WAIT */
  full = false;
  WAKE(&changed);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, i ? consume : produce, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
