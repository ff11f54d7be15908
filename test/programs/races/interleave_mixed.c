// One thread stores atomically to what another reads plainly: with --races=interleave the plain
// read is interleaved although no other plain access makes the memory shared.
// expect: fail assertion
// options: --races=interleave
// at: BUG
// also: --races=interleave
// expect: pass
// traces: 2 (the read before or after the store)
// cflags: -DANY
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
int found; /* not static: compilers would leave the read out */

static void *store(void *arg) {
  x = 1;
  return arg;
}

static void *look(void *arg) {
  found = *(int *)&x;
#ifndef ANY
  assert(found == 0); /* BUG */
#endif
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, look, NULL);
  pthread_create(&b, NULL, store, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return found > 1;
}
