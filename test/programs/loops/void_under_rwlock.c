// A thread polls what a read-write lock protects, with each way to lock it: it waits, and every way
// out of its loop is explored.
// expect: fail assertion
// at: BUG
// also:
// args: w
// expect: fail assertion
// at: BUG
// also:
// args: try
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int stage;

static void *worker(void *unused) {
  for (int i = 1; i <= 2; i++) {
    pthread_rwlock_wrlock(&lock);
    stage = i;
    pthread_rwlock_unlock(&lock);
  }
  return unused;
}

static void lock_it(int how) {
  if (how == 0)
    pthread_rwlock_rdlock(&lock);
  else if (how == 'w')
    pthread_rwlock_wrlock(&lock);
  else
    while (pthread_rwlock_tryrdlock(&lock))
      ;
}

int main(int argc, char **argv) {
  const int how = argc > 1 ? argv[1][0] : 0;
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  bool waited = false;
  int seen;
  for (;;) {
    lock_it(how);
    seen = stage;
    pthread_rwlock_unlock(&lock);
    if (seen)
      break;
    waited = true;
  }
  pthread_join(thread, NULL);
  assert(!(waited && seen == 1)); /* BUG */
  return 0;
}
