// The same counter as a plain int: undefined behaviour by default; a lost update where plain
// accesses interleave; invisible where they are ignored (no visible event, one execution).
// expect: fail data-race
// at: RACE
// also: --races=interleave
// expect: fail assertion
// at: BUG
// also: --races=ignore
// expect: pass
// traces: 1 (no visible event at all)
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *increment(void *arg) {
  int seen = counter; /* RACE */
  counter = seen + 1; /* RACE */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, increment, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2); /* BUG */
  return 0;
}
