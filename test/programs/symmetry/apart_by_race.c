// Plain memory is read when one of two threads has been joined. It is a race with the other one, if
// that took the second number.
// expect: fail data-race
// algorithms: sleep dpor source optimal
//
// also: --symmetry
// expect: fail data-race
// warning: --symmetry has no effect: .* plain memory
// algorithms: sleep dpor source optimal
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next;
int last; /* clang leaves the read out where it can see all stores */

static void *take(void *unused) {
  if (atomic_fetch_add(&next, 1) == 0)
    last = 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, take, NULL);
  pthread_join(threads[0], NULL);
  int seen = last;
  pthread_join(threads[1], NULL);
  return seen > 1;
}
