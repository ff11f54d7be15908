// A flag publishes data. sfence keeps the two stores in order, lfence the two loads. Under tso
// neither is needed, under pso the first, and C11 needs both.
// options: --memory=c11
// algorithms: optimal
// cflags: -DSTORES -DLOADS
// expect: pass
// traces: 3 (with the flag there is the data, without it there may be)
// also: --memory=c11
// algorithms: optimal
// cflags: -DSTORES
// expect: fail assertion
// also: --memory=c11
// algorithms: optimal
// cflags: -DLOADS
// expect: fail assertion
// also: --memory=pso
// algorithms: optimal
// cflags: -DSTORES
// expect: pass
// traces: 3 (with the flag there is the data, without it there may be)
// also: --memory=pso
// algorithms: optimal
// cflags: -DLOADS
// expect: fail assertion
// also: --memory=tso
// algorithms: optimal
// cflags: -DNEITHER
// expect: pass
// traces: 3 (with the flag there is the data, without it there may be)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef STORES
#define after_store() __asm__ volatile("sfence" ::: "memory")
#else
#define after_store()
#endif
#ifdef LOADS
#define after_load() __asm__ volatile("lfence" ::: "memory")
#else
#define after_load()
#endif

static atomic_int data, flag;

static void *writer(void *arg) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  after_store();
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, writer, NULL);
  const int ready = atomic_load_explicit(&flag, memory_order_relaxed);
  after_load();
  const int found = atomic_load_explicit(&data, memory_order_relaxed);
  assert(!ready || found);
  pthread_join(other, NULL);
}
