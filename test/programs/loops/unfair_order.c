// An execution in which a thread could run and never does is too long, but no error: where the
// other one goes on, it ends. The loop changes memory and comes back to the same state, alone.
// algorithms: optimal source sleep
// options: --max-steps=3000 --void-iterations --order=youngest --keep-going
// expect: incomplete
// stopped_by: --max-steps
// errors: 0 (no fair execution is too long)
// also: --max-steps=1500 --void-iterations --order=youngest --keep-going
// expect: incomplete
// stopped_by: --max-steps
// errors: 0 (no fair execution is too long)
// also: --max-steps=3000 --void-iterations --order=youngest
// cflags: -DNOBODY
// expect: fail nontermination
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *waits(void *unused) {
  while (atomic_fetch_sub(&x, 2) <= 0)
    atomic_fetch_add(&x, 2);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
#ifndef NOBODY
  atomic_fetch_add(&x, 1);
#endif
  pthread_join(thread, NULL);
  return 0;
}
