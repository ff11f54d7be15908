// Two readers who both want to become the writer wait for each other; that the program ends all the
// same does not make it right.
// expect: fail deadlock
// at: UPGRADE
// message: 2 threads can never go on, whatever the others do
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *upgrade(void *arg) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock); /* UPGRADE */
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, upgrade, NULL);
  pthread_create(&b, NULL, upgrade, NULL);
  return 0;
}
