// Blocks of thousands of accesses.
// expect: pass
// traces: 2 (the orders of the two blocks)
// longest: 2
#include <assert.h>
#include <pthread.h>

#include "ravel.h"

enum { SIZE = 3000 };
static struct {
  int value;
  int padding[3];
} cells[SIZE];

static void *add(void *arg) {
  ravel_atomic {
    for (int i = 0; i < SIZE; i++)
      cells[i].value++;
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  pthread_join(thread, NULL);
  assert(cells[0].value == 2 && cells[SIZE - 1].value == 2);
  return 0;
}
