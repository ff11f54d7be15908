// Two readers poll under a read-write lock at the same time, until a writer has come: they wait.
// expect: pass
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int ready;

static void *reader(void *unused) {
  for (int seen = 0; !seen;) {
    pthread_rwlock_rdlock(&lock);
    seen = ready;
    pthread_rwlock_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, reader, NULL);
  pthread_rwlock_wrlock(&lock);
  ready = 1;
  pthread_rwlock_unlock(&lock);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
