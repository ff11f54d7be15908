// Mappings that change when no other thread uses them: by a thread that maps memory for itself,
// after the others have ended, and at an address where other memory was before. Memory that may
// still be read is protected against writes meanwhile.
// expect: pass
// traces: 140 (7! / 3! / 3!: orders of the calls that change mappings, 3 of each thread and 1 of main)
// also: --races=interleave
// expect: pass
// traces: 140 (the same)
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

enum { SIZE = 1 << 20, PROTECTION = PROT_READ | PROT_WRITE, FLAGS = MAP_PRIVATE | MAP_ANONYMOUS };
#define PLACE ((char *)0x300000000000)

static char *shared;

static void *own(void *arg) {
  char *const memory = mmap(NULL, SIZE, PROTECTION, FLAGS, -1, 0);
  memory[SIZE / 2] = shared[100];
  madvise(memory, SIZE, MADV_DONTNEED);
  assert(memory[SIZE / 2] == 0);
  munmap(memory, SIZE);
  return arg;
}

static void *at_place(void *arg) {
  char *const memory = mmap(PLACE, SIZE, PROTECTION, FLAGS | MAP_FIXED_NOREPLACE, -1, 0);
  assert(memory == PLACE && memory[SIZE / 2] == 0);
  memory[SIZE / 2] = 1;
  munmap(memory, SIZE);
  return arg;
}

int main(void) {
  pthread_t a, b;
  shared = mmap(NULL, SIZE, PROTECTION, FLAGS, -1, 0);
  shared[100] = 1;
  pthread_create(&a, NULL, own, NULL);
  pthread_create(&b, NULL, own, NULL);
  mprotect(shared, SIZE, PROT_READ);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  munmap(shared, SIZE);
  pthread_create(&a, NULL, at_place, NULL);
  pthread_join(a, NULL);
  at_place(NULL);
  return 0;
}
