// Large arrays are restored as well, zeroed and initialised ones.
// expect: pass
// traces: 2 (orders of the two updates of shared)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { SIZE = 4 << 20, PAGE = 4096 };
static unsigned char zeroed[SIZE];
static unsigned char initialised[SIZE] = {[0] = 1, [SIZE / 2] = 2, [SIZE - 1] = 3};
static atomic_int shared;

static void *thread(void *arg) {
  unsigned char value = (unsigned char)(10 + atomic_fetch_add(&shared, 1));
  for (size_t i = value; i < SIZE; i += 16 * PAGE)
    zeroed[i] = initialised[i] = value;
  return arg;
}

int main(void) {
  for (size_t i = 0; i < SIZE; i += 2) {
    assert(zeroed[i] == 0 && zeroed[i + 1] == 0);
    assert(initialised[i] == (i == 0 ? 1 : i == SIZE / 2 ? 2 : 0));
    assert(initialised[i + 1] == (i + 1 == SIZE - 1 ? 3 : 0));
  }
  pthread_t a, b;
  pthread_create(&a, NULL, thread, NULL);
  pthread_create(&b, NULL, thread, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
