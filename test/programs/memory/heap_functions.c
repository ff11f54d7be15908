// The malloc family does what its manual says, in every execution, and a block may be freed by
// another thread.
// expect: pass
// traces: 2 (orders of the two updates of shared)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static atomic_int shared;

static void *thread(void *arg) {
  assert(atomic_fetch_add(&shared, 1) >= 0);
  char *zeroed = calloc(10, 100);
  for (int i = 0; i < 1000; i++)
    assert(zeroed[i] == 0);
  memset(zeroed, 0x55, 1000);
  char *grown = realloc(zeroed, 100000);
  assert(grown[0] == 0x55 && grown[999] == 0x55);
  grown[99999] = 1;
  char *shrunk = realloc(grown, 10);
  assert(shrunk[9] == 0x55);
  free(shrunk);

  void *aligned = aligned_alloc(256, 512);
  assert((uintptr_t)aligned % 256 == 0);
  memset(aligned, 1, 512);
  free(aligned);
  assert(posix_memalign(&aligned, 4096, 1) == 0);
  assert((uintptr_t)aligned % 4096 == 0);
  free(aligned);

  char *copy = strdup("hello");
  assert(strcmp(copy, "hello") == 0);
  free(copy);
  free(NULL);
  void *one = malloc(0), *two = malloc(1);
  assert(one != two && (uintptr_t)two % 16 == 0);
  free(one);
  free(two);
  assert(strcmp(arg, "from main") == 0);
  free(arg);
  char *back = malloc(100);
  strcpy(back, "from thread");
  return back;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, thread, strdup("from main"));
  for (int i = 0; i < 2; i++) {
    void *back;
    pthread_join(threads[i], &back);
    assert(strcmp(back, "from thread") == 0);
    free(back);
  }
  return 0;
}
