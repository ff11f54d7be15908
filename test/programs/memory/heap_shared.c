// Counters on the heap of one thread and on the stack of another, shared with everybody.
// expect: pass
// traces: 4 (2 orders on the heap, 2 on the stack)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct counters {
  atomic_int *on_heap, *on_stack;
};

static void *thread(void *arg) {
  struct counters *counters = arg;
  assert(atomic_fetch_add(counters->on_stack, 1) >= 0);
  return NULL;
}

static void *other(void *arg) {
  struct counters *counters = arg;
  assert(atomic_fetch_add(counters->on_heap, 1) >= 0);
  return NULL;
}

int main(void) {
  atomic_int on_stack = 0;
  struct counters counters = {malloc(sizeof(atomic_int)), &on_stack};
  atomic_init(counters.on_heap, 0);
  pthread_t a, b;
  pthread_create(&a, NULL, thread, &counters);
  pthread_create(&b, NULL, other, &counters);
  assert(atomic_fetch_add(counters.on_heap, 1) >= 0);
  assert(atomic_fetch_add(&on_stack, 1) >= 0);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(counters.on_heap) == 2 && atomic_load(&on_stack) == 2);
  free(counters.on_heap);
  return 0;
}
