// What is mapped at an address where other memory was is not that memory: uses of the old one and
// of the new one do not race, although nothing orders the threads. The kernel gives the place to
// the second thread only if the first one has unmapped it.
// expect: pass
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>

enum { SIZE = 4096, PROTECTION = PROT_READ | PROT_WRITE, FLAGS = MAP_PRIVATE | MAP_ANONYMOUS };
#define PLACE ((char *)0x300000000000)

static void *use(void *arg) {
  char *const memory = mmap(PLACE, SIZE, PROTECTION, FLAGS | MAP_FIXED_NOREPLACE, -1, 0);
  if (memory == MAP_FAILED)
    return arg;
  memory[100] = 1;
  munmap(memory, SIZE);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
