// As long as everything is seq_cst, --memory=c11 explores as under sc. Here a thread stores with a
// weaker order only if it has the lock second: the search begins again with execution graphs.
// options: --memory=c11
// algorithms: optimal
// cflags: -DORDER=memory_order_relaxed
// expect: fail assertion
// also: --memory=c11 --reset=fork
// algorithms: optimal
// cflags: -DORDER=memory_order_relaxed
// expect: fail assertion
// also: --memory=c11 --keep-going --order=youngest
// algorithms: optimal
// cflags: -DORDER=memory_order_relaxed
// expect: fail assertion
// errors: 1
// also: --memory=tso
// algorithms: optimal
// cflags: -DORDER=memory_order_release
// expect: fail assertion
// also: --memory=c11
// algorithms: optimal
// cflags: -DORDER=memory_order_seq_cst
// expect: pass
// traces: 6 (who has the lock first; which loads find 1: both, or one of them)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool taken;
static atomic_int x, y;
static int saw_x, saw_y;

static bool is_second(void) {
  pthread_mutex_lock(&mutex);
  const bool second = taken;
  taken = true;
  pthread_mutex_unlock(&mutex);
  return second;
}

static void *first(void *unused) {
  if (is_second())
    atomic_store_explicit(&x, 1, ORDER);
  else
    atomic_store(&x, 1);
  saw_y = atomic_load(&y);
  return unused;
}

static void *second(void *unused) {
  is_second();
  atomic_store(&y, 1);
  saw_x = atomic_load(&x);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(saw_x || saw_y);
}
