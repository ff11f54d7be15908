// A loop of one operation that remembers in a local variable that it has waited: it can be left in
// either state, and after a first look that came late enough it has not waited in vain.
// expect: fail assertion
// at: BUG
// also:
// cflags: -O0
// expect: fail assertion
// at: BUG
// also:
// cflags: -O2
// expect: fail assertion
// at: BUG
// also:
// cflags: -DEXCHANGE
// expect: fail assertion
// at: BUG
// also:
// cflags: -DCOMPARE
// expect: fail assertion
// at: BUG
// also:
// cflags: -DTRYLOCK
// expect: fail assertion
// at: BUG
// also:
// cflags: -DSATURATES
// expect: fail assertion
// at: BUG
// also:
// cflags: -DALTERNATES
// expect: fail assertion
// at: BUG
// also:
// cflags: -DALTERNATES -O2
// expect: fail assertion
// at: BUG
// also: --races=interleave
// cflags: -O0
// expect: fail assertion
// at: BUG
// also:
// cflags: -DRIGHT
// expect: pass
// traces: 2 (its first look at x is before the store, and it has waited; or after it)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int begun, x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *arg) {
#if defined EXCHANGE || defined COMPARE
  atomic_store(&x, 1);
#endif
#ifdef TRYLOCK
  pthread_mutex_lock(&mutex);
#endif
  atomic_store(&begun, 1);
#ifdef TRYLOCK
  pthread_mutex_unlock(&mutex);
#elif defined EXCHANGE || defined COMPARE
  atomic_store(&x, 0);
#else
  atomic_store(&x, 1);
#endif
  return arg;
}

int main(void) {
  pthread_t thread;
  int waited = 0;
  pthread_create(&thread, NULL, other, NULL);
#ifndef RIGHT
  int first = atomic_load(&begun);
#endif
#ifdef EXCHANGE
  while (atomic_exchange(&x, 1))
    waited = 1;
#elif defined COMPARE
  for (int expected = 0; !atomic_compare_exchange_strong(&x, &expected, 1); expected = 0)
    waited = 1;
#elif defined TRYLOCK
  while (pthread_mutex_trylock(&mutex))
    waited = 1;
  pthread_mutex_unlock(&mutex);
#elif defined SATURATES
  while (!atomic_load(&x))
    waited += waited < 3;
#elif defined ALTERNATES
  while (!atomic_load(&x))
    waited ^= 1;
#else
  while (!atomic_load(&x))
    waited = 1;
#endif
#ifdef RIGHT
  assert(waited || atomic_load(&begun)); /* nothing wrong */
#elif defined SATURATES
  assert(!(first && waited == 3)); /* BUG */
#else
  assert(!(first && waited)); /* BUG */
#endif
  pthread_join(thread, NULL);
}
