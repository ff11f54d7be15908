// A read-write lock is destroyed while a reader has it.
// expect: fail lock-misuse
// at: USE
// message: destruction of a read-write lock that is held
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *hold(void *arg) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, hold, NULL);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_join(thread, NULL);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_destroy(&lock); /* USE */
  return 0;
}
