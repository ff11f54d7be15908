// A mutex may be locked in a block when it is free, and must be unlocked there.
// expect: pass
// traces: 2 (the orders of the two blocks)
// also:
// cflags: -DHELD
// expect: unsupported
// message: waiting for another thread inside an atomic block
// also:
// cflags: -DKEPT
// expect: unsupported
// message: keeping a mutex that was locked inside an atomic block
#include <pthread.h>

#include "ravel.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *add(void *arg) {
  ravel_atomic {
    pthread_mutex_lock(&mutex);
    data++;
#ifndef KEPT
    pthread_mutex_unlock(&mutex);
#endif
  }
  return arg;
}

int main(void) {
  pthread_t thread;
#ifdef HELD
  pthread_mutex_lock(&mutex);
#endif
  pthread_create(&thread, NULL, add, NULL);
#ifndef HELD
  add(NULL);
#endif
  pthread_join(thread, NULL);
  return 0;
}
