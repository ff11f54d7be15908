// Memory that the program maps at a place of its own is fresh in every execution.
// expect: pass
// traces: 2 (orders of the two updates)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

#define PLACE ((void *)0x300000000000)

atomic_int shared;

static void *update(void *arg) {
  atomic_store(&shared, 1);
  return arg;
}

int main(void) {
  int *at = mmap(PLACE, 4096, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  assert(at == PLACE && *at == 0);
  *at = 1;
  pthread_t a;
  pthread_create(&a, NULL, update, NULL);
  atomic_store(&shared, 1);
  pthread_join(a, NULL);
  return 0;
}
