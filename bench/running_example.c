/* p: x=1. q: x=2. r: assert(x < 3). ISSTA 2019, figure 2. */
#include <assert.h>
#include <stdatomic.h>

#include "threads.h"

atomic_int x;

static void *writer(void *arg) {
  atomic_store(&x, number_of(arg));
  return NULL;
}

static void *reader(void *arg) {
  assert(atomic_load(&x) < 3);
  return arg;
}

int main(void) {
  const pthread_t threads[] = {start(writer, 1), start(writer, 2), start(reader, 0)};
  join_all(threads, 3);
  return 0;
}
