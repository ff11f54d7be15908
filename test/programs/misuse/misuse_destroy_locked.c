// A mutex is destroyed while another thread may hold it, or before that thread locks it.
// expect: fail lock-misuse
// at: BUG
// also: --order=youngest
// expect: fail lock-misuse
// at: BUG
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *user(void *arg) {
  pthread_mutex_lock(&mutex); /* BUG */
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, user, NULL);
  pthread_mutex_destroy(&mutex); /* BUG */
  pthread_join(thread, NULL);
  return 0;
}
