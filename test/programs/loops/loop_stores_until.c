// A thread works until a time has come, and each round of its work is visible: it ends.
// expect: pass
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static atomic_int at_work;

static void *work(void *unused) {
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do {
    atomic_store(&at_work, 1);
    atomic_store(&at_work, 0);
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while (now.tv_sec - begin.tv_sec < 5);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
