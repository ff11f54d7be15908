// Two variables that are always equal for whoever looks in a block. Blocks that touch other memory
// are independent.
// expect: pass
// traces: 3 (the reader before, between or after the writer's blocks; the others commute)
// longest: 5
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "ravel.h"

static int first, second;
static atomic_int alone;

static void *writer(void *arg) {
  for (int i = 0; i < 2; i++)
    ravel_atomic {
      first++;
      second++;
    }
  return arg;
}

static void *reader(void *arg) {
  ravel_atomic {
    assert(first == second);
  }
  return arg;
}

static void *other(void *arg) {
  for (int i = 0; i < 2; i++)
    ravel_atomic {
      atomic_fetch_add(&alone, 1);
    }
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_create(&threads[2], NULL, other, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
