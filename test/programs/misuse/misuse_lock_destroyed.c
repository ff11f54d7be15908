// A mutex that was destroyed is locked, by a thread that comes after.
// expect: fail lock-misuse
// at: BUG
// message: destroyed
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
  pthread_mutex_destroy(&mutex);
  pthread_create(&thread, NULL, user, NULL);
  pthread_join(thread, NULL);
  return 0;
}
