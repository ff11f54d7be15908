// A load of eight bytes of which others write the first four, and one more: each of the two orders
// counts.
// options: --algorithm=graph
// algorithms: optimal
// expect: pass
// traces: 4 (the load before or after each of the two)
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// expect: pass
// traces: 4 (as they would be under sc)
#include <pthread.h>
#include <stdint.h>

static _Alignas(8) unsigned char bytes[8];

static void *load(void *unused) {
  (void)!__atomic_load_n((uint64_t *)bytes, __ATOMIC_SEQ_CST);
  return unused;
}

static void *store(void *unused) {
  __atomic_store_n(&bytes[4], 1, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, load, NULL);
  pthread_create(&threads[1], NULL, store, NULL);
  uint32_t none = 0;
  __atomic_compare_exchange_n((uint32_t *)bytes, &none, 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
