// The condition changes without the mutex: between the look at it and the wait is room for the
// signal.
// expect: fail deadlock
// at: WAIT
// also:
// args: lock
// expect: pass
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static atomic_bool ready;
static bool locks;

static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&cond, &mutex); /* WAIT */
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void *signal(void *arg) {
  if (locks)
    pthread_mutex_lock(&mutex);
  ready = true;
  if (locks)
    pthread_mutex_unlock(&mutex);
  pthread_cond_signal(&cond);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  locks = argc > 1;
  pthread_create(&a, NULL, wait, NULL);
  pthread_create(&b, NULL, signal, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
