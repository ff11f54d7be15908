// Store buffering with seq_cst, where one object is accessed with two sizes: no two zeros under any
// model, and with a relaxed load of the other object they come.
// options: --memory=c11 --algorithm=graph
// algorithms: optimal
// cflags: -DLOAD=memory_order_seq_cst
// expect: pass
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// cflags: -DLOAD=memory_order_relaxed
// expect: fail assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static union {
  _Atomic uint64_t whole;
  _Atomic uint32_t half[2];
} x;
static atomic_int y;
static int saw_y;

static void *first(void *unused) {
  atomic_store(&x.whole, UINT64_C(0x100000001));
  saw_y = atomic_load_explicit(&y, LOAD);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, first, NULL);
  atomic_store(&y, 1);
  const uint32_t saw_x = atomic_load(&x.half[0]);
  pthread_join(t, NULL);
  assert(saw_x || saw_y);
}
