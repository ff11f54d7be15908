// Every execution begins with the mask that the program was started with.
// expect: pass
// traces: 2 (orders of the two updates)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>

static atomic_int shared;

static void *update(void *arg) {
  assert(atomic_fetch_add(&shared, 1) >= 0);
  return arg;
}

int main(void) {
  assert(umask(0123) != 0123);
  pthread_t a;
  pthread_create(&a, NULL, update, NULL);
  assert(atomic_fetch_add(&shared, 1) >= 0);
  assert(umask(0321) == 0123);
  pthread_join(a, NULL);
  return 0;
}
