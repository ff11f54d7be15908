// Writing with a read lock is a race, whichever thread has read and gone before the other comes.
// expect: fail data-race
// at: WRITE
// also: --order=youngest
// expect: fail data-race
// at: WRITE
// also: --preemption-bound=0
// expect: fail data-race
// at: WRITE
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data;

static void *write(void *arg) {
  pthread_rwlock_rdlock(&lock);
  data++; /* WRITE */
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, write, NULL);
  pthread_create(&b, NULL, write, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
