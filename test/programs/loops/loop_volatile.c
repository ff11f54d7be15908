// What older code does: a loop on a volatile variable.
// expect: pass
// traces: 1 (the loop ends after the write)
// longest: 2
// also:
// cflags: -O2
// expect: pass
// traces: 1
#include <pthread.h>
#include <stddef.h>
static volatile int flag;
static void *p(void *arg) {
  flag = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, p, NULL);
  while (!flag)
    ;
  pthread_join(t, NULL);
}
