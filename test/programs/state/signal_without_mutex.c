// A lost wakeup: the flag is set and signalled without the mutex, just between the waiter's look
// at it and its wait.
// expect: fail deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *waiter(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!atomic_load(&ready))
    pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  atomic_store(&ready, 1);
  pthread_cond_signal(&changed);
  pthread_join(thread, NULL);
  return 0;
}
