// A spin lock by exchange, one attempt each.
// expect: pass
// traces: 4 (who is first, times: the other fails while it is held, or succeeds after)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int held;
static int inside;

static void *thread(void *arg) {
  if (atomic_exchange(&held, 1) == 0) {
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&held, 0);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread, NULL);
  pthread_create(&b, NULL, thread, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
