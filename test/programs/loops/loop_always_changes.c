// A loop takes down what it finds, which another thread changes all the time: that it goes round
// thousands of times is no sign that it never ends.
// options: --max-executions=1 --max-steps=100000
// expect: incomplete
// stopped_by: --max-executions
// algorithms: optimal source
// also: --max-executions=1 --max-steps=100000
// args: twice
// expect: incomplete
// stopped_by: --max-executions
// algorithms: optimal source
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { MOST = 6000 };
static atomic_uint x;

static void *counts(void *arg) {
  for (unsigned i = 1; i <= MOST; i++)
    atomic_store(&x, i);
  return arg;
}

static unsigned adds_up(void) {
  unsigned found, sum = 0;
  while ((found = atomic_load(&x)) != MOST)
    sum += found;
  return sum;
}

static unsigned adds_up_twice(void) {
  unsigned found, sum = 0;
  while ((found = atomic_load(&x)) != MOST)
    sum += found + atomic_load(&x);
  return sum;
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  pthread_create(&thread, NULL, counts, NULL);
  unsigned sum = argc > 1 ? adds_up_twice() : adds_up();
  pthread_join(thread, NULL);
  return sum == 1;
}
