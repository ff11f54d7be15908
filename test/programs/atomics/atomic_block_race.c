// A plain access outside a block races with one inside.
// expect: fail data-race
// at: RACE
#include <pthread.h>

#include "ravel.h"

static int data;

static void *inside(void *arg) {
  ravel_atomic {
    data++; /* RACE */
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, inside, NULL);
  data = 2; /* RACE */
  pthread_join(thread, NULL);
  return 0;
}
