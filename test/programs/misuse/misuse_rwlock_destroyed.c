// A read-write lock is used after its destruction.
// expect: fail lock-misuse
// at: USE
// message: write lock of a destroyed read-write lock
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  pthread_rwlock_destroy(&lock);
  pthread_rwlock_wrlock(&lock); /* USE */
  return 0;
}
