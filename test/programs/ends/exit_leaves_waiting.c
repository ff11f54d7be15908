// A thread that waits for a mutex whose holder has ended goes with the program when that exits, and
// is not deadlocked.
// expect: pass
// traces: 2 (who gets the mutex)
// warning: a thread ends with a mutex locked
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *forgetful(void *arg) {
  pthread_mutex_lock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 2; i++) {
    pthread_create(&thread, NULL, forgetful, NULL);
    pthread_detach(thread);
  }
  return 0;
}
