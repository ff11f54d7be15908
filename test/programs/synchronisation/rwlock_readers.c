// Readers do not disturb each other.
// expect: pass
// traces: 1
// interleavings: 6 (each of two readers locks and unlocks)
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *read(void *arg) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, read, NULL);
  pthread_create(&b, NULL, read, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
