// Double-checked locking; with -DWEAK the pointer is told, and looked at, in no order.
// options: --memory=c11
// algorithms: optimal
// expect: pass
// also: --memory=c11 --cflags=-DWEAK
// algorithms: optimal
// expect: fail data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef WEAK
#define ACQUIRE memory_order_relaxed
#define RELEASE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int object;
static int *_Atomic instance;

static void *use(void *unused) {
  int *found = atomic_load_explicit(&instance, ACQUIRE);
  if (!found) {
    pthread_mutex_lock(&mutex);
    found = atomic_load_explicit(&instance, memory_order_relaxed);
    if (!found) {
      object = 1;
      found = &object;
      atomic_store_explicit(&instance, found, RELEASE);
    }
    pthread_mutex_unlock(&mutex);
  }
  assert(*found == 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
