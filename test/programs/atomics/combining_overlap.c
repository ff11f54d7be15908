// An addition to the low byte of a counter loses its carry, one to the whole of it does not: they
// do not commute. 0xff plus 1 in the byte, plus 1 in the whole: 0x001 in one order, 0x100 in the
// other.
// expect: fail assertion
// at: BUG
// cflags: -O1
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static union {
  unsigned whole;
  unsigned char low;
} shared = {0xff};

static void *adds_to_byte(void *arg) {
  __atomic_fetch_add(&shared.low, 1, __ATOMIC_SEQ_CST);
  return arg;
}

static void *adds_to_whole(void *arg) {
  __atomic_fetch_add(&shared.whole, 1, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, adds_to_byte, NULL);
  pthread_create(&second, NULL, adds_to_whole, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(shared.whole == 1); /* BUG */
  return 0;
}
