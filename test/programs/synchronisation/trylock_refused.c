// Trylocks that are refused commute: a mutex is held while two threads try to get it.
// expect: pass
// traces: 1 (nothing that they do depends on the other)
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *tries(void *unused) {
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, tries, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  pthread_mutex_unlock(&mutex);
  return 0;
}
