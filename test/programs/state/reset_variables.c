// The program's variables are as they were at the start of every execution. A function that is not
// known to be harmless (l64a) keeps Ravel from returning to states on the way.
// options: --reset=memory
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int begun;
static atomic_int x;

static void *writer(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  assert(begun == 0 && x == 0);
  begun = 1;
  l64a(1);
  pthread_create(&thread, NULL, writer, NULL);
  x = 2;
  pthread_join(thread, NULL);
  return 0;
}
