// Between the joins of two threads a value is read, which only the second may still change.
// expect: fail assertion
// at: BUG
// algorithms: sleep dpor source optimal
//
// also: --symmetry
// expect: fail assertion
// at: BUG
// warning: --symmetry has no effect: .* joined one by one
// algorithms: sleep dpor source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next, first_is_done;

static void *take(void *unused) {
  if (atomic_fetch_add(&next, 1) == 0)
    atomic_store(&first_is_done, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, take, NULL);
  pthread_join(threads[0], NULL);
  assert(atomic_load(&first_is_done)); /* BUG */
  pthread_join(threads[1], NULL);
}
