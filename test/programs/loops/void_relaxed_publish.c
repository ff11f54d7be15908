// T1 reads data plainly in rounds of its loop that come to nothing, and then publishes with a
// relaxed store, which orders nothing: the write of T2 races with those reads. A search that leaves
// such rounds out does not see the race, and says so.
// expect: pass
// not_covered: loop iterations that were left out, where relaxed atomics publish later
// algorithms: optimal
// compiler: gcc (clang takes the plain accesses out of the loop)
// given: source (and so do other flags than those that Ravel has for sources)
// also: --void-iterations
// expect: fail data-race
// at: PUBLISHED
// algorithms: optimal
// compiler: gcc
// given: source
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready, published;
static int data, seen;

static void *reader(void *arg) {
  while (!atomic_load(&ready))
    seen = data;
  atomic_store_explicit(&published, 1, memory_order_relaxed);
  return arg;
}

static void *writer(void *arg) {
  if (atomic_load_explicit(&published, memory_order_relaxed))
    data = 1; /* PUBLISHED */
  return arg;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, reader, NULL);
  pthread_create(&thread[1], NULL, writer, NULL);
  atomic_store(&ready, 1);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
