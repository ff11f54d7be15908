// A thread writes to a local variable of a function that does not wait for it. In the one execution
// that there is the write comes first, but nothing orders it with the return.
// expect: fail data-race
// message: end of life of 4 bytes races with
#include <pthread.h>

static void *fill(void *arg) {
  *(int *)arg = 1;
  return 0;
}

__attribute__((noinline)) static void begin(pthread_t *thread) {
  int local = 0;
  pthread_create(thread, 0, fill, &local);
}

int main(void) {
  pthread_t thread;
  begin(&thread);
  pthread_join(thread, 0);
}
