// Loops of weak compare-and-swap are right whether they fail for no reason or not: a counter, and a
// lock that waits in the loop. One that is strong does not fail.
// compiler: gcc (clang does not say which ones are weak)
// expect: pass
// not_covered: weak compare-and-swap
// also: --spurious=2
// compiler: gcc
// expect: incomplete
// also: --spurious
// compiler: gcc
// args: lock
// expect: incomplete
// also: --spurious
// compiler: gcc
// args: once
// expect: pass
// not_covered: nothing
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static const char *how = "";
static atomic_int counter, lock;

static void count(void) {
  int expected = counter;
  while (!atomic_compare_exchange_weak(&counter, &expected, expected + 1))
    ;
}

static void count_with_lock(void) {
  int expected = 0;
  while (!atomic_compare_exchange_weak(&lock, &expected, 1))
    expected = 0;
  counter = counter + 1;
  lock = 0;
}

static void count_once(void) {
  int expected = counter;
  while (!atomic_compare_exchange_strong(&counter, &expected, expected + 1))
    ;
}

static void *thread(void *arg) {
  if (!strcmp(how, "lock"))
    count_with_lock();
  else if (!strcmp(how, "once"))
    count_once();
  else
    count();
  return arg;
}

int main(int argc, char **argv) {
  pthread_t first, second;
  if (argc > 1)
    how = argv[1];
  pthread_create(&first, NULL, thread, NULL);
  pthread_create(&second, NULL, thread, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == 2);
  return 0;
}
