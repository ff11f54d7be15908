// What is released by increments whose results nobody uses is acquired by who reads their sum.
// expect: pass
// traces: 4 (the read before both, after both, or after one or the other)
// cflags: -O1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int ready;
static int data[2];

static void *writes(void *arg) {
  data[(intptr_t)arg] = 1;
  atomic_fetch_add_explicit(&ready, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, writes, (void *)i);
  if (atomic_load_explicit(&ready, memory_order_acquire) == 2)
    assert(data[0] + data[1] == 2);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
