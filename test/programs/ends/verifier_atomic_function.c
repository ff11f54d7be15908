// Functions that are atomic by their names, as in SV-COMP: a lock made of them.
// expect: pass
// traces: 2 (who takes the lock first)
// also:
// cflags: -O2
// expect: pass
// also:
// cflags: -O0
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);

static int lock, inside, counter;

static void __VERIFIER_atomic_acquire(void) {
  __VERIFIER_assume(lock == 0);
  lock = 1;
}

static void __VERIFIER_atomic_release(void) {
  assert(lock == 1);
  lock = 0;
}

static void *worker(void *arg) {
  __VERIFIER_atomic_acquire();
  assert(inside == 0);
  inside = 1;
  counter++;
  inside = 0;
  __VERIFIER_atomic_release();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  assert(counter == 2);
  return 0;
}
