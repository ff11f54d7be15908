// A pointer is exchanged for a new object and readers read through it; with -DWEAK it is published
// without release.
// options: --memory=c11
// algorithms: optimal
// expect: pass
// also: --memory=c11 --cflags=-DWEAK
// algorithms: optimal
// expect: fail data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef WEAK
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif

static int objects[2];
static int *_Atomic current = &objects[0];

static void *update(void *unused) {
  objects[1] = 1;
  atomic_store_explicit(&current, &objects[1], RELEASE);
  return unused;
}

static void *reader(void *unused) {
  int *const object = atomic_load_explicit(&current, memory_order_consume);
  assert(*object == (object == &objects[1]));
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, update, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
