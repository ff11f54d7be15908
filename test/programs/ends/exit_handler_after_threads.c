// All threads are joined before the exit handler runs: nothing is left to be said.
// expect: pass
// not_covered: nothing
#include <pthread.h>
#include <stdlib.h>

static int *block;

static void handler(void) {
  free(block);
}

static void *use(void *unused) {
  *block = 2;
  return unused;
}

int main(void) {
  block = malloc(sizeof *block);
  atexit(handler);
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  pthread_join(thread, NULL);
  return 0;
}
