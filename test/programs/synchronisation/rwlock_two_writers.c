// Two writers and a reader.
// expect: pass
// traces: 6 (orders of the three)
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock;
static int data;

static void *read(void *arg) {
  pthread_rwlock_rdlock(&lock);
  assert(data % 2 == 0);
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void *write(void *arg) {
  pthread_rwlock_wrlock(&lock);
  data++;
  data++;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_rwlock_init(&lock, NULL);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, i == 2 ? read : write, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(data == 4);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
