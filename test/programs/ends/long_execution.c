// One execution of 100,000 events, half of them by each of two threads.
// expect: pass
// traces: 1 (they share nothing)
// longest: 100000 (2 * 50,000)
// algorithms: dpor source optimal
// also: --max-executions 1
// expect: incomplete
// longest: 100000 (2 * 50,000)
// algorithms: sleep
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { EVENTS = 50000 };

static void *thread(void *arg) {
  atomic_int *mine = arg;
  for (int i = 0; i < EVENTS; i++)
    atomic_store(mine, i);
  return NULL;
}

int main(void) {
  static struct { _Alignas(64) atomic_int value; } own[2];
  pthread_t a, b;
  pthread_create(&a, NULL, thread, &own[0].value);
  pthread_create(&b, NULL, thread, &own[1].value);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
