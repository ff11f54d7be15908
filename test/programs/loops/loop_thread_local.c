// A loop that remembers in thread-local data that it has waited, where no call tells of the store:
// that is part of its state, and is as it was before each turn that is only tried.
// expect: fail assertion
// at: BUG
// also:
// cflags: -O0
// expect: fail assertion
// at: BUG
// also:
// cflags: -DTWO
// expect: fail assertion
// at: BUG
// also:
// cflags: -DRIGHT
// expect: pass
// traces: 4 (it is left after none, one, two or three turns; the third changes nothing, but where code
// is not instrumented turns are not tried, and each is an event)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int begun, x, y;
static _Thread_local int waited;

__attribute__((no_sanitize("thread"), noinline)) static int set_waited(int how) {
  return waited += how;
}

static void *other(void *arg) {
  atomic_store(&begun, 1);
  atomic_store(&x, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
#ifdef RIGHT
  int turns = 0;
  while (!atomic_load(&x))
    if (turns < 2) {
      turns++;
      set_waited(1);
    }
  assert(set_waited(0) == turns);
#else
  int first = atomic_load(&begun);
#ifdef TWO
  while (!atomic_load(&x) && !atomic_load(&y))
#else
  while (!atomic_load(&x))
#endif
    if (set_waited(0) < 3)
      set_waited(1);
  assert(!(first && set_waited(0) == 3)); /* BUG */
#endif
  pthread_join(thread, NULL);
}
