// A read-write lock is unlocked by a thread that does not hold it, while another one does.
// expect: fail lock-misuse
// at: USE
// message: unlock of a read-write lock that the thread does not hold
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *hold(void *arg) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock); /* USE */
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, hold, NULL);
  pthread_rwlock_unlock(&lock); /* USE */
  pthread_join(thread, NULL);
  return 0;
}
