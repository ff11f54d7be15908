// A thread makes a mapping larger, which moves it, while another one uses the old place.
// expect: fail data-race
// also: --races=interleave
// expect: fail crash
// at: USE
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>

static char *memory;

static void *grow(void *arg) {
  mremap(memory, 4096, 8192, MREMAP_MAYMOVE);
  return arg;
}

static void *use(void *arg) {
  memory[100] = 2; /* USE */
  return arg;
}

int main(void) {
  memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, grow, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
