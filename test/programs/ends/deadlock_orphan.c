// A thread ends with the mutex locked. Who waits for it waits for ever, though main has ended.
// expect: fail deadlock
// at: BUG
// message: ^1 thread can never go on
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *forgetful(void *arg) {
  pthread_mutex_lock(&mutex); /* BUG */
  return arg;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 2; i++) {
    pthread_create(&thread, NULL, forgetful, NULL);
    pthread_detach(thread);
  }
  pthread_exit(NULL);
}
