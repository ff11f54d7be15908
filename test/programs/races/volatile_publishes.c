// Plain data handed over by a volatile flag: volatile accesses do not race among themselves, but
// they order nothing.
// expect: fail data-race
// at: BUG
#include <pthread.h>
#include <stddef.h>

int data;
static volatile int flag;

static void *publish(void *arg) {
  data = 1; /* BUG */
  flag = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  int seen = 0;
  pthread_create(&thread, NULL, publish, NULL);
  if (flag)
    seen = data; /* BUG */
  pthread_join(thread, NULL);
  return seen > 1;
}
