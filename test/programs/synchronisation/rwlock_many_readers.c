// Many readers and a writer.
// expect: pass
// traces: 256 (each of 8 readers comes before the writer or after it)
// algorithms: dpor source optimal
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { N = 8 };
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int first, second;

static void *read(void *arg) {
  pthread_rwlock_rdlock(&lock);
  assert(first == second);
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void *write(void *arg) {
  pthread_rwlock_wrlock(&lock);
  first++;
  second++;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[N + 1];
  for (int i = 0; i <= N; i++)
    pthread_create(&threads[i], NULL, i == N ? write : read, NULL);
  for (int i = 0; i <= N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
