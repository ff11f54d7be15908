/* p: x=1; x=2. q: y=1; x=3. The places of x=3 among the writes of p: 3 traces. */
#include <stdatomic.h>

#include "threads.h"

atomic_int x, y;

static void *p(void *arg) {
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  return arg;
}

static void *q(void *arg) {
  atomic_store(&y, 1);
  atomic_store(&x, 3);
  return arg;
}

int main(void) {
  const pthread_t threads[] = {start(p, 0), start(q, 0)};
  join_all(threads, 2);
  return 0;
}
