// Each turn of a loop calls a function that is not instrumented, which counts up to three: turns
// that count are no void ones, and the loop does not wait before it has made them.
// options: --keep-going
// expect: fail assertion
// errors: 3
// also: --keep-going --preemption-bound=1
// algorithms: sleep dpor source optimal
// expect: fail assertion
// errors: 3
// also: --keep-going
// args: two
// expect: fail assertion
// errors: 3
// also: --keep-going --void-iterations
// args: two
// expect: fail assertion
// errors: 3
// also: --keep-going --algorithm=graph
// algorithms: optimal
// expect: fail assertion
// errors: 3
// also: --keep-going --algorithm=graph
// algorithms: optimal
// args: two
// expect: fail assertion
// errors: 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int n;

__attribute__((no_sanitize("thread"), noinline)) static void count(void) {
  if (n < 3)
    n++;
}

static void *store(void *arg) {
  x = 1;
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  pthread_create(&thread, NULL, store, NULL);
  if (argc > 1)
    while (!x && !y)
      count();
  else
    while (!x)
      count();
  pthread_join(thread, NULL);
  assert(n != 1);
  assert(n != 2);
  assert(n != 3);
  return 0;
}
