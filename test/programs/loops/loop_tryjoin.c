// A thread is joined by trying until it has ended.
// expect: pass
// compiler: gcc (clang tries once before the loop: one more place, and one more event)
// traces: 1 (trying in vain is waiting)
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static int value;

static void *thread(void *arg) {
  value = 1;
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, thread, NULL);
  while (pthread_tryjoin_np(other, NULL) != 0)
    sched_yield();
  return value != 1;
}
