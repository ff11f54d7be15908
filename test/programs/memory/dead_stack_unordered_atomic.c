// The same with an atomic variable: that no access to it is a data race does not make it last.
// expect: fail data-race
// message: end of life of 4 bytes races with
#include <pthread.h>
#include <stdatomic.h>

static void *fill(void *arg) {
  atomic_store((atomic_int *)arg, 1);
  return 0;
}

__attribute__((noinline)) static void begin(pthread_t *thread) {
  atomic_int local = 0;
  pthread_create(thread, 0, fill, &local);
}

int main(void) {
  pthread_t thread;
  begin(&thread);
  pthread_join(thread, 0);
}
