// A round that counts in a variable on the stack of main, which nobody else has touched, is not
// void.
// expect: fail assertion
// at: HERE
// also: --algorithm=graph
// algorithms: optimal
// expect: fail assertion
// at: HERE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;
static atomic_int *rounds;

static void *count(void *mine) {
  int value;
  do {
    value = atomic_load(&counter);
    if (mine)
      atomic_fetch_add(rounds, 1);
  } while (!atomic_compare_exchange_strong(&counter, &value, value + 1));
  if (mine)
    assert(atomic_load(rounds) == 1); /* HERE */
  return NULL;
}

int main(void) {
  atomic_int on_stack = 0;
  pthread_t threads[2];
  rounds = &on_stack;
  pthread_create(&threads[0], NULL, count, rounds);
  pthread_create(&threads[1], NULL, count, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
