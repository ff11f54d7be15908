/* A sequence lock: W threads write two words under it, R threads read both and begin again where a
 * writer has come between. */
#include <assert.h>
#include <stdatomic.h>

#include "../threads.h"

#ifndef W
#define W 2
#endif
#ifndef R
#define R 2
#endif

atomic_int sequence, x, y;

static void *writer(void *arg) {
  for (;;) {
    int before = atomic_load(&sequence);
    if (before % 2 == 0 && atomic_compare_exchange_strong(&sequence, &before, before + 1))
      break;
  }
  atomic_store(&x, 1 + number_of(arg));
  atomic_store(&y, 1 + number_of(arg));
  atomic_fetch_add(&sequence, 1);
  return NULL;
}

static void *reader(void *unused) {
  int before, a, b;
  do {
    do
      before = atomic_load(&sequence);
    while (before % 2);
    a = atomic_load(&x);
    b = atomic_load(&y);
  } while (atomic_load(&sequence) != before);
  assert(a == b);
  return unused;
}

int main(void) {
  pthread_t threads[W + R];
  for (int i = 0; i < W; i++)
    threads[i] = start(writer, i);
  for (int i = W; i < W + R; i++)
    threads[i] = start(reader, i);
  join_all(threads, W + R);
  return 0;
}
