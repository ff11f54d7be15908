// A thread that asks for its number is not what the others are.
// expect: fail assertion
// at: BUG
// algorithms: sleep dpor source optimal
//
// also: --symmetry
// expect: fail assertion
// at: BUG
// warning: --symmetry has no effect: .* asks for its own handle
// algorithms: sleep dpor source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic pthread_t last;
static pthread_t threads[2];

static void *leave_name(void *unused) {
  atomic_store(&last, pthread_self());
  return unused;
}

int main(void) {
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, leave_name, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(atomic_load(&last) == threads[1]); /* BUG */
}
