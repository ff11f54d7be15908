/* p: x+=2. q: x+=4. r: x+=1. s: await(x==1). s gets through only just after r and before the
 * others: r.s.p.q and r.s.q.p; the six orders of p, q and r that leave it waiting make 8 traces.
 * J. ACM 2017, figure 9. The paper lets increments commute and has 2; so has this program with
 * -DUNUSED, where nobody looks at what an increment returns. */
#include <ravel.h>
#include <stdatomic.h>
#include <stdint.h>

#include "threads.h"

atomic_int x;

static void *add(void *arg) {
#ifdef UNUSED
  atomic_fetch_add(&x, number_of(arg));
  return NULL;
#else
  return (void *)(intptr_t)atomic_fetch_add(&x, number_of(arg));
#endif
}

static void *s(void *arg) {
  ravel_await(atomic_load(&x) == 1);
  return arg;
}

int main(void) {
  const pthread_t adders[] = {start(add, 2), start(add, 4), start(add, 1)};
  start(s, 0); /* never joined: it may wait to the end */
  join_all(adders, 3);
  return 0;
}
