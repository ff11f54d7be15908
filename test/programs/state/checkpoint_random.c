// Random numbers go on where they were when the search returns to a state on the way.
// options: --reset=memory
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { NUMBERS = 3 };
static int expected[NUMBERS];
static atomic_int x;

static void *writer(void *arg) {
  for (int i = 0; i < NUMBERS; i++)
    x = i;
  return arg;
}

int main(void) {
  pthread_t thread;
  srand(7);
  for (int i = 0; i < NUMBERS; i++)
    expected[i] = rand();
  srand(7);
  pthread_create(&thread, NULL, writer, NULL);
  for (int i = 0; i < NUMBERS; i++) {
    x = 10 + i;
    assert(rand() == expected[i]);
  }
  pthread_join(thread, NULL);
  return 0;
}
