// A loop that sleeps between its looks waits, though the program measures how long it takes.
// expect: pass
// traces: 1 (the loop ends after the store)
// longest: 2
// cflags: -O0
// also:
// cflags: -DNOBODY
// expect: fail deadlock
// at: WAITS
// also:
// cflags: -DWATCHES -DNOBODY
// expect: fail deadlock
// at: WAITS
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

atomic_int x;
static time_t last;

static void *polls(void *arg) {
  time_t seen = 0;
  while (!atomic_load(&x)) /* WAITS */
#ifdef WATCHES
    seen = time(NULL);
#else
    usleep(1000);
#endif
  last = seen;
  return arg;
}

int main(void) {
  pthread_t thread;
  time_t begin = time(NULL);
  pthread_create(&thread, NULL, polls, NULL);
#ifndef NOBODY
  atomic_store(&x, 1);
#endif
  pthread_join(thread, NULL);
  return time(NULL) < begin;
}
