// Store buffering with volatile variables: only sequentially consistent executions are explored.
// expect: pass
// not_covered: volatile accesses
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile int x, y;
static int read_x, read_y;

static void *other(void *unused) {
  x = 1;
  read_y = y;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  y = 1;
  read_x = x;
  pthread_join(thread, NULL);
  assert(read_x || read_y);
}
