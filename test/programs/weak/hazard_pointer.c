// A reader protects an object by a hazard pointer and looks again whether it is still there; who
// takes it out frees it only if nobody protects it. With -DWEAK there is no fence between the two
// steps of the reader: the object is freed while it reads, on x86, too.
// options: --memory=c11
// algorithms: optimal
// expect: pass
// also: --memory=c11 --cflags=-DWEAK
// algorithms: optimal
// expect: fail data-race
// also: --memory=tso
// algorithms: optimal
// expect: pass
// also: --memory=tso --cflags=-DWEAK
// algorithms: optimal
// expect: fail data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic shared;
static int *_Atomic hazard;

static void *reader(void *unused) {
  int *const object = atomic_load_explicit(&shared, memory_order_relaxed);
  atomic_store_explicit(&hazard, object, memory_order_relaxed);
#ifndef WEAK
  atomic_thread_fence(memory_order_seq_cst);
#endif
  if (object && atomic_load_explicit(&shared, memory_order_acquire) == object)
    assert(*object == 1);
  atomic_store_explicit(&hazard, NULL, memory_order_release);
  return unused;
}

static void *remover(void *unused) {
  int *const object = atomic_load_explicit(&shared, memory_order_relaxed);
  atomic_store_explicit(&shared, NULL, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  if (atomic_load_explicit(&hazard, memory_order_acquire) != object)
    free(object);
  return unused;
}

int main(void) {
  pthread_t a, b;
  int *const object = malloc(sizeof *object);
  *object = 1;
  atomic_store_explicit(&shared, object, memory_order_release);
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, remover, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
