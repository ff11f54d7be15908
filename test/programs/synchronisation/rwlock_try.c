// A tryrdlock finds a writer or not, a trywrlock finds anybody or not.
// expect: pass
// traces: 3 (before, while or after the other holds the lock)
// also:
// args: write
// expect: pass
// traces: 3
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int (*try)(pthread_rwlock_t *) = pthread_rwlock_tryrdlock;

static void *hold(void *arg) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void *look(void *arg) {
  const int result = try(&lock);
  assert(result == 0 || result == EBUSY);
  if (result == 0)
    pthread_rwlock_unlock(&lock);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  if (argc > 1)
    try = pthread_rwlock_trywrlock;
  pthread_create(&a, NULL, hold, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
