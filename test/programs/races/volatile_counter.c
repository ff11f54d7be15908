// volatile accesses are visible events, so a lost update shows; they are not called data races.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile int counter;

static void *increment(void *arg) {
  counter = counter + 1;
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
