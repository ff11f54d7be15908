// Two threads wait for each other in a circle while a third one fails: with --keep-going both
// errors are found.
// options: --keep-going
// expect: fail assertion
// errors: 2
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *locks(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *joins(void *unused) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, locks, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, joins, NULL);
  pthread_detach(thread);
  assert(0);
}
