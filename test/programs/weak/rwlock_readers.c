// Two readers of a read-write lock tell each other nothing: under C11 neither need see what the
// other has stored before. On x86 they do, as to get a lock empties the store buffer.
// options: --memory=c11
// algorithms: optimal
// expect: fail assertion
// also: --memory=tso
// algorithms: optimal
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int x, y;
static int saw_x, saw_y;

static void *first(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  saw_y = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}

static void *second(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  saw_x = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(saw_x || saw_y);
}
