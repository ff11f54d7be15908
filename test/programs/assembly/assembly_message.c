// A flag that is stored and loaded in assembly publishes plain data: x86 keeps the order of stores
// and that of loads.
// expect: pass
// traces: 2 (the flag is seen or not)
#include <assert.h>
#include <pthread.h>

#include "assembly.h"

static int data, flag;

static void *writer(void *arg) {
  data = 42;
  store(&flag, 1);
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, writer, 0);
  if (load(&flag))
    assert(data == 42);
  pthread_join(other, 0);
  return 0;
}
