// Double-checked locking with an atomic pointer.
// expect: pass
// traces: 4 (who initialises, times: the other's first look comes before or after that)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct config {
  int port;
};

static struct config storage;
static struct config *_Atomic config;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void) {
  struct config *found = atomic_load_explicit(&config, memory_order_acquire);
  if (found)
    return found;
  pthread_mutex_lock(&mutex);
  found = atomic_load_explicit(&config, memory_order_relaxed);
  if (!found) {
    storage.port = 80;
    found = &storage;
    atomic_store_explicit(&config, found, memory_order_release);
  }
  pthread_mutex_unlock(&mutex);
  return found;
}

static void *user(void *arg) {
  assert(get()->port == 80);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
