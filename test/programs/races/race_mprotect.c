// A thread takes the right to write memory away that another one may still use: a race, and with
// --races=interleave a crash in one of them.
// expect: fail data-race
// also: --races=interleave
// expect: fail crash
// at: USE
#include <pthread.h>
#include <sys/mman.h>

static char *memory;

static void *protect(void *arg) {
  mprotect(memory, 4096, PROT_READ);
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
  pthread_create(&b, NULL, protect, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
