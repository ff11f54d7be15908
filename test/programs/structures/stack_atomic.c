// An atomic counter on the stack of main, which two threads increase by a load and a store: one
// increment can be lost.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static void *increase(void *arg) {
  atomic_int *const counter = arg;
  const int before = *counter;
  *counter = before + 1;
  return NULL;
}

int main(void) {
  atomic_int counter = 0;
  pthread_t first, second;
  pthread_create(&first, NULL, increase, &counter);
  pthread_create(&second, NULL, increase, &counter);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == 2); /* BUG */
  return 0;
}
