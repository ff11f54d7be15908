/* Read-copy-update: readers announce themselves, the writer replaces the data and waits until every
 * reader that may still have the old data has left. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "ravel.h"

enum { READERS = 2 };
struct data {
  int a, b;
};
static _Atomic(struct data *) current;
static atomic_int reading[READERS];

static void *reader(void *arg) {
  atomic_int *mine = arg;
  atomic_store(mine, 1);
  struct data *data = atomic_load(&current);
  assert(data->a == data->b);
  atomic_store(mine, 0);
  return NULL;
}

static struct data *new_data(int value) {
  struct data *data = malloc(sizeof *data);
  data->a = data->b = value;
  return data;
}

int main(void) {
  pthread_t threads[READERS];
  atomic_store(&current, new_data(1));
  for (int i = 0; i < READERS; i++)
    pthread_create(&threads[i], NULL, reader, &reading[i]);
  struct data *old = atomic_exchange(&current, new_data(2));
#ifndef DONT_WAIT
  for (int i = 0; i < READERS; i++)
    ravel_await(atomic_load(&reading[i]) == 0);
#endif
  free(old);
  for (int i = 0; i < READERS; i++)
    pthread_join(threads[i], NULL);
  free(atomic_load(&current));
  return 0;
}
