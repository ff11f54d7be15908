/* A bounded queue for several producers and consumers: who gets a place has to wait until it may
 * use it. W threads put one item each, R threads take one; both give up where there is none.
 * With UNTIL_EMPTY there is an item at the beginning, and who takes goes on until there is none. */
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>

#include "../threads.h"

#ifndef W
#define W 2
#endif
#ifndef R
#define R 2
#endif
#ifndef UNTIL_EMPTY
#define UNTIL_EMPTY 0
#endif
enum { PLACES = 2, LOW = 0xffff };

atomic_uint claimed, reads, writes; /* claimed: reads << 16 | writes */
int places[PLACES];

static int *claim_read(void) {
  unsigned both = atomic_load(&claimed), from, to;
  for (;;) {
    from = both >> 16 & LOW;
    to = both & LOW;
    if (from == to)
      return NULL;
    if (atomic_compare_exchange_weak(&claimed, &both, both + 0x10000))
      break;
  }
  while ((atomic_load(&writes) & LOW) != to)
    ;
  return &places[from % PLACES];
}

static int *claim_write(void) {
  unsigned both = atomic_load(&claimed), from, to;
  for (;;) {
    from = both >> 16 & LOW;
    to = both & LOW;
    if (to == ((from + PLACES) & LOW))
      return NULL;
    if (atomic_compare_exchange_weak(&claimed, &both, from << 16 | ((to + 1) & LOW)))
      break;
  }
  while ((atomic_load(&reads) & LOW) != from)
    ;
  return &places[to % PLACES];
}

static void *put(void *arg) {
  int *place = claim_write();
  if (place) {
    *place = 1 + number_of(arg);
    atomic_fetch_add(&writes, 1);
  }
  return NULL;
}

static void *take(void *unused) {
  int *place;
  while ((place = claim_read())) {
    assert(*place != 0);
    atomic_fetch_add(&reads, 1);
    if (!UNTIL_EMPTY)
      break;
  }
  return unused;
}

int main(void) {
  pthread_t threads[W + R];
  if (UNTIL_EMPTY)
    put(NULL);
  for (int i = 0; i < W; i++)
    threads[i] = start(put, i);
  for (int i = W; i < W + R; i++)
    threads[i] = start(take, i);
  join_all(threads, W + R);
  return 0;
}
