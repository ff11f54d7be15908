// Atomics of 128 bits are one event each and never torn.
// cflags: -mcx16
// libs: -latomic
// expect: pass
// traces: 2 (the load before or after the exchange)
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

typedef unsigned __int128 u128;
static _Alignas(16) u128 shared;

static u128 twice(uint64_t half) {
  return (u128)half << 64 | half;
}

static void *exchanger(void *arg) {
  u128 old = __atomic_exchange_n(&shared, twice(1), __ATOMIC_SEQ_CST);
  assert(old == 0);
  return arg;
}

static void *reader(void *arg) {
  u128 seen = __atomic_load_n(&shared, __ATOMIC_SEQ_CST);
  assert(seen == twice((uint64_t)seen));
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, exchanger, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  u128 expected = 0;
  assert(!__atomic_compare_exchange_n(&shared, &expected, twice(2), 0, __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST));
  assert(expected == twice(1));
  assert(__atomic_compare_exchange_n(&shared, &expected, twice(2), 0, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST));
  assert(__atomic_fetch_add(&shared, twice(UINT64_MAX), __ATOMIC_SEQ_CST) == twice(2));
  assert(__atomic_load_n(&shared, __ATOMIC_SEQ_CST) == ((u128)2 << 64 | 1));
  __atomic_store_n(&shared, 0, __ATOMIC_SEQ_CST);
  assert(__atomic_load_n(&shared, __ATOMIC_SEQ_CST) == 0);
  return 0;
}
