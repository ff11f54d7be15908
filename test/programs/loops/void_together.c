// A read-write lock that is taken by a subtraction, which is taken back where it is too much. Two
// writers can both have subtracted, and each of them alone would only go round: but together they
// get out, once both have taken back. If the lock is never released, that is a deadlock.
// expect: pass
// traces: 6 (the orders in which the reader and the writers have the lock)
// compiler: gcc (how many rounds are seen to be void depends on the code that clang makes)
// also: --order=youngest
// expect: pass
// also: --keep-going
// cflags: -DNEVER -DWRITERS=1
// expect: fail deadlock
#include <pthread.h>
#include <stdatomic.h>

#ifndef WRITERS
#define WRITERS 2
#endif
enum { ALL = 256 };
static atomic_int lock = ALL;

static void *read_it(void *unused) {
  while (atomic_fetch_sub(&lock, 1) <= 0)
    atomic_fetch_add(&lock, 1);
  atomic_fetch_add(&lock, 1);
  return unused;
}

static void *write_it(void *unused) {
  while (atomic_fetch_sub(&lock, ALL) != ALL)
    atomic_fetch_add(&lock, ALL);
  atomic_fetch_add(&lock, ALL);
  return unused;
}

int main(void) {
  pthread_t threads[WRITERS + 1];
#ifdef NEVER
  atomic_fetch_sub(&lock, ALL);
#endif
  pthread_create(&threads[0], NULL, read_it, NULL);
  for (int i = 1; i <= WRITERS; i++)
    pthread_create(&threads[i], NULL, write_it, NULL);
  for (int i = 0; i <= WRITERS; i++)
    pthread_join(threads[i], NULL);
}
