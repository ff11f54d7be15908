// An execution is longer than --max-steps allows: the thread that meets the bound makes no more
// steps, also where errors do not end an execution.
// options: --max-steps=60
// expect: incomplete long-execution
// also: --max-steps=60 --keep-going --max-executions=3
// expect: incomplete long-execution
// errors: 1
// longest: 61 (60 steps, and the one at which the thread was stopped)
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int counter, other;

static void *stores(void *arg) {
  atomic_store(&other, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, stores, NULL);
  for (int i = 0; i < 100; i++)
    atomic_store(&counter, i);
  pthread_join(thread, NULL);
  return 0;
}
