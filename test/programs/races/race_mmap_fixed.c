// A thread maps new memory over what another one writes: what was written may be lost.
// expect: fail data-race
// also: --races=interleave
// expect: fail assertion
// at: LOST
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

static char *memory;

static void *replace(void *arg) {
  mmap(memory, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  return arg;
}

static void *use(void *arg) {
  memory[100] = 2;
  return arg;
}

int main(void) {
  memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t a, b;
  pthread_create(&a, NULL, replace, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(memory[100] == 2); /* LOST */
  return 0;
}
