// Two readers and a writer, who try until they have the lock.
// expect: pass
// traces: 4 (each reader is before the writer or after it; readers do not keep each other out)
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *reader(void *arg) {
  while (pthread_rwlock_tryrdlock(&lock) != 0)
    continue;
  assert(value == 0 || value == 2);
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void *writer(void *arg) {
  while (pthread_rwlock_trywrlock(&lock) != 0)
    continue;
  value++;
  value++;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_create(&c, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
