// A lock is used in a way that POSIX forbids: a normal mutex is locked again by its
// owner, one that is free or another thread's is unlocked, one is used that was
// destroyed or never initialised, or is destroyed while in use. The same goes for
// condition variables, semaphores, read-write locks, spin locks and barriers.
//
// What to do:
// Let every path that unlocks have locked before: here the result of trylock is not
// looked at. In C++, std::unique_lock with std::try_to_lock knows what it owns.
//
// expect: fail lock-misuse
// at: here
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int statistics;

static void *worker(void *unused) {
  int busy = pthread_mutex_trylock(&lock);
  if (!busy)
    statistics++;
  pthread_mutex_unlock(&lock); /* here */
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
