// A detached thread may still use what an exit handler frees. Handlers run after all threads here,
// and the pass says so.
// expect: pass
// not_covered: exit handlers and destructors while other threads run
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *block;
static atomic_int go;

static void handler(void) {
  free(block);
}

static void *use(void *unused) {
  if (atomic_load(&go))
    *block = 2;
  return unused;
}

int main(void) {
  block = malloc(sizeof *block);
  atexit(handler);
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  pthread_detach(thread);
  atomic_store(&go, 1);
  return 0;
}
