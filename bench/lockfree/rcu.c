/* Read-copy-update: R threads read what a pointer points to, W threads replace it by a copy with
 * one more, wait until no reader can have the old one, and free it. */
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "../threads.h"

#ifndef W
#define W 1
#endif
#ifndef R
#define R 2
#endif

struct version {
  int value;
};
_Atomic(struct version *) current;
atomic_int reading[R];

static void *reader(void *arg) {
  atomic_int *mine = &reading[number_of(arg)];
  atomic_store(mine, 1);
  const struct version *version = atomic_load(&current);
  assert(version->value >= 0 && version->value <= W);
  atomic_store(mine, 0);
  return NULL;
}

static void *writer(void *unused) {
  struct version *copy = malloc(sizeof *copy), *old;
  do {
    old = atomic_load(&current);
    copy->value = 1;
  } while (!atomic_compare_exchange_strong(&current, &old, copy));
  for (int i = 0; i < R; i++)
    while (atomic_load(&reading[i]))
      ;
  free(old);
  return unused;
}

int main(void) {
  pthread_t threads[W + R];
  struct version *first = malloc(sizeof *first);
  first->value = 0;
  atomic_init(&current, first);
  for (int i = 0; i < R; i++)
    threads[i] = start(reader, i);
  for (int i = R; i < R + W; i++)
    threads[i] = start(writer, i);
  join_all(threads, W + R);
  return 0;
}
