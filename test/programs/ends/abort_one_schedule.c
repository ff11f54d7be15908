// abort() in the one schedule where both flags are seen.
// expect: fail abort
// at: BUG
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int first, second;

static void *setter(void *arg) {
  atomic_store(&first, 1);
  atomic_store(&second, 1);
  atomic_store(&first, 0);
  return arg;
}

static void *watcher(void *arg) {
  if (atomic_load(&second) && atomic_load(&first))
    abort(); /* BUG */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, setter, NULL);
  pthread_create(&b, NULL, watcher, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
