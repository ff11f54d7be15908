// Both threads see the flag before either sets it, and free.
// expect: fail double-free
// at: BUG
// also: --races=ignore
// expect: fail double-free
// at: BUG
// also: --races=interleave
// expect: fail double-free
// at: BUG
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;
static char *block;

static void *finish(void *arg) {
  if (!atomic_load(&done)) {
    atomic_store(&done, 1);
    free(block); /* BUG */
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  block = malloc(100);
  pthread_create(&a, NULL, finish, NULL);
  pthread_create(&b, NULL, finish, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
