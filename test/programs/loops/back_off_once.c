// A lock that is taken by an addition, which is taken back where another thread holds it. Of two
// threads only one backs off, as the other holds the lock, and never again once it is released.
// expect: pass
// not_covered: nothing
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int holders;

static void *enter(void *arg) {
  while (atomic_fetch_add(&holders, 1) > 0)
    atomic_fetch_sub(&holders, 1);
  atomic_fetch_sub(&holders, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, enter, NULL);
  enter(NULL);
  pthread_join(thread, NULL);
  return 0;
}
