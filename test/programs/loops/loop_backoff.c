// A loop that gives way, sleeps, and waits longer each time, up to a limit: time does not matter,
// but how long it would wait next does.
// expect: pass
// traces: 36 (7 turns in vain each lead to a new state: delays from 1 to 64, and where the counter of
// the last delay ends; i of them while the flag is 0 and j while it is 1, where i + j <= 7)
// longest: 10 (the turns, two stores, and the look that ends the loop)
// compiler: gcc (clang makes the first round apart from the others)
// also:
// cflags: -O2
// expect: pass
// traces: 36
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
