// An alarm may come at any time from when it is set on: before one of two operations, between, or
// after them; or it does not come before the program ends. It does not come after it has been taken
// back (-DOFF).
// expect: pass
// traces: 4 (before each of two stores or the end of main, or not at all)
// also:
// cflags: -DBUG
// expect: fail assertion
// at: HALF
// also:
// cflags: -DOFF
// expect: pass
// also:
// cflags: -DOFF -DNEVER
// expect: fail assertion
// at: TAKEN_BACK
#include <assert.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int low, high, off;

static void handle(int number) {
  assert(number == SIGALRM);
  assert(!off); /* what has come by then is handled before alarm() returns */
#ifdef NEVER
  assert(0); /* TAKEN_BACK */
#endif
#ifdef BUG
  assert(low == high); /* HALF */
#else
  assert(low >= high);
#endif
}

int main(void) {
  signal(SIGALRM, handle);
  assert(alarm(10) == 0);
#ifdef OFF
  const unsigned left = alarm(0);
  assert(left == 10 || left == 0);
  off = 1;
#else
  low = 1;
  high = 1;
#endif
  return 0;
}
