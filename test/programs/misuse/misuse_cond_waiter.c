// A condition variable is destroyed while a thread waits on it.
// expect: fail lock-misuse
// at: USE
// message: destruction of a condition variable on which a thread waits
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static atomic_bool waiting;

static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  waiting = true;
  pthread_cond_wait(&cond, &mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
  ravel_await(waiting);
  pthread_mutex_lock(&mutex);
  pthread_cond_destroy(&cond); /* USE */
  pthread_mutex_unlock(&mutex);
  return 0;
}
