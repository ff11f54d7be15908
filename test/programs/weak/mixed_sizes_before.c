// A load of memory that is executed as under sc comes before a store that is there already. What
// follows the store is judged again before it is executed: all is seq_cst here, or ordered by a
// release and an acquire, and the assertion holds.
// options: --memory=c11
// algorithms: optimal
// expect: pass
// traces: 7 (as brute force finds)
// also: --memory=tso
// algorithms: optimal
// expect: pass
// traces: 7 (the same)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static _Atomic uint64_t x, y, z;
static uint64_t first_x, first_y, second_z;

static void *one(void *unused) {
  atomic_store(&z, 1);
  atomic_store_explicit(&x, 1, memory_order_release);
  return unused;
}

static void *two(void *unused) {
  first_x = atomic_load_explicit(&x, memory_order_acquire);
  first_y = atomic_fetch_add(&y, 2);
  return unused;
}

static void *three(void *unused) {
  atomic_store(&y, 1);
  second_z = atomic_load(&z);
  return unused;
}

int main(void) {
  pthread_t t[3];
  (void)__atomic_load_n((const uint32_t *)&z, __ATOMIC_RELAXED); /* z has two sizes */
  pthread_create(&t[0], NULL, one, NULL);
  pthread_create(&t[1], NULL, two, NULL);
  pthread_create(&t[2], NULL, three, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  assert(!(first_x == 1 && first_y == 0 && second_z == 0));
}
