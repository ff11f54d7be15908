// A one-byte store inside a four-byte word depends on accesses of the whole word and not on
// stores of its other bytes.
// expect: pass
// traces: 4 (each of two byte stores comes before or after the load of the word)
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static union {
  uint32_t word;
  uint8_t bytes[4];
} shared;

static void *low(void *arg) {
  __atomic_store_n(&shared.bytes[0], 1, __ATOMIC_SEQ_CST);
  return arg;
}

static void *high(void *arg) {
  __atomic_store_n(&shared.bytes[3], 1, __ATOMIC_SEQ_CST);
  return arg;
}

static void *whole(void *arg) {
  assert((__atomic_load_n(&shared.word, __ATOMIC_SEQ_CST) & 0x00ffff00) == 0);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, low, NULL);
  pthread_create(&b, NULL, high, NULL);
  pthread_create(&c, NULL, whole, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
