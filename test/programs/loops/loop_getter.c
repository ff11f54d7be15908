// Peterson's algorithm with one function for all its loads: a turn of the loop stands twice before
// the same instruction.
// expect: pass
// bounded: 0
// also:
// cflags: -O0
// expect: pass
// also:
// cflags: -O2
// expect: pass
// also: --races=interleave
// expect: pass
// also:
// cflags: -DBROKEN
// expect: fail data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int wants[2], turn;
static int counter;

static __attribute__((noinline)) int get(atomic_int *from) {
  return atomic_load(from);
}

static void *thread(void *arg) {
  int me = (int)(intptr_t)arg, other = 1 - me;
  atomic_store(&wants[me], 1);
#ifdef BROKEN
  atomic_store(&turn, me);
#else
  atomic_store(&turn, other);
#endif
  while (get(&wants[other]) && get(&turn) == other)
    ;
  counter++;
  atomic_store(&wants[me], 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread, (void *)0);
  pthread_create(&b, NULL, thread, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
}
