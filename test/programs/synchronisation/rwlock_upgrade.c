// Two readers who both want to become the writer wait for each other.
// expect: fail deadlock
// at: UPGRADE
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
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
