// A loop that gives way, sleeps, and waits longer each time, up to a limit: time does not matter.
// expect: pass
// traces: 1 (it can't leave the loop before both stores)
// longest: 3
// compiler: gcc (clang makes the first round apart from the others)
// also:
// cflags: -O2
// expect: pass
// traces: 1
// compiler: gcc
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>
static atomic_int flag;
static void *p(void *arg) {
  atomic_store(&flag, 1);
  atomic_store(&flag, 2);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, p, NULL);
  int delay = 1;
  while (atomic_load(&flag) != 2) {
    sched_yield();
    usleep(10);
    for (volatile int i = 0; i < delay; i++)
      ;
    delay = delay < 64 ? 2 * delay : delay;
  }
  pthread_join(t, NULL);
}
