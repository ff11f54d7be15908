// An increment in assembly without the prefix lock is a load and a store: a data race.
// expect: fail data-race
#include <pthread.h>

static int counter;

static void *thread(void *arg) {
  __asm__ volatile("incl %0" : "+m"(counter));
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, 0);
  thread(0);
  pthread_join(other, 0);
  return 0;
}
