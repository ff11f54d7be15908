// What is freed after a state is not freed any more when the search returns to it, and what is
// allocated after it gets the same address again.
// options: --reset=memory
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void *writer(void *arg) {
  x = 1;
  x = 2;
  return arg;
}

int main(void) {
  pthread_t thread;
  int *const early = malloc(sizeof *early);
  *early = 5;
  pthread_create(&thread, NULL, writer, NULL);
  for (int i = 0; i < 2; i++) {
    x = 3;
    assert(*early == 5);
    int *const late = malloc(sizeof *late);
    *late = i;
    x = 4;
    assert(*late == i);
    free(late);
  }
  assert(*early == 5);
  free(early);
  pthread_join(thread, NULL);
  return 0;
}
