// What threads return is told apart by who joins them: the second may have been the first to come.
// expect: fail assertion
// at: BUG
// algorithms: sleep dpor source optimal
//
// also: --symmetry
// expect: fail assertion
// at: BUG
// warning: --symmetry has no effect: .* they return different results
// algorithms: sleep dpor source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int next;

static void *take(void *unused) {
  (void)unused;
  return (void *)(intptr_t)atomic_fetch_add(&next, 1);
}

int main(void) {
  pthread_t threads[2];
  void *taken[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, take, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], &taken[i]);
  assert((intptr_t)taken[0] < (intptr_t)taken[1]); /* BUG */
}
