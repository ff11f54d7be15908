// A recursive C11 mutex is held until it has been unlocked as often as locked.
// expect: pass
// traces: 2 (either thread's section first: inner locks and unlocks are no events)
// longest: 5 (the initialisation, two locks and unlocks)
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static int depth;

static int nest(void *arg) {
  for (int i = 0; i < 3; i++) {
    assert((i == 1 ? mtx_trylock : mtx_lock)(&mutex) == thrd_success);
    assert(depth++ == i);
  }
  for (int i = 3; i-- > 0;) {
    assert(--depth == i);
    mtx_unlock(&mutex);
  }
  (void)arg;
  return 0;
}

int main(void) {
  thrd_t a, b;
  mtx_init(&mutex, mtx_plain | mtx_recursive);
  thrd_create(&a, nest, NULL);
  thrd_create(&b, nest, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  return 0;
}
