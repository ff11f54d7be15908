// A reader waits for a thread that wants to become the writer, and so for itself. That main, which
// came first, reads as well and returns does not matter.
// expect: fail deadlock
// at: WRITE
// message: 2 threads can never go on, whatever the others do
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *arg) {
  pthread_rwlock_wrlock(&lock); /* WRITE */
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void *reader(void *arg) {
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, NULL, writer, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, NULL, reader, NULL);
  pthread_detach(thread);
  return 0;
}
