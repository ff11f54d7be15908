// What is in a file cannot be compared: the order of the threads decides what main finds there,
// and nothing in memory shows it. Memory that is mapped anew each time moves, but for munmap().
// expect: fail exit-status
// options: --keep-going --context-sensitive --races=interleave --expect-exit=9
// errors: 2
// algorithms: source optimal
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>

static atomic_int x, y;
static FILE *file;
static char *mapped;

static void *write_it(void *arg) {
  if (x) {
    fputs("told", file);
    mapped[0] = 1;
  }
  y = 1;
  return arg;
}

static void *tell(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  file = tmpfile();
  mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_create(&a, NULL, write_it, NULL);
  pthread_create(&b, NULL, tell, NULL);
  pthread_create(&c, NULL, tell, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  const int found = (int)ftell(file) / 4 + mapped[0];
  munmap(mapped, 4096);
  fclose(file);
  return found;
}
