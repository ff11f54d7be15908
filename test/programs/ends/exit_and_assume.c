// An assumption fails in main; another thread exits with status 3. Exit can come before the
// assumption is checked, so that the status counts.
// expect: fail exit-status
// at: EXIT
// also: --keep-going
// expect: fail exit-status
// errors: 1
#include <pthread.h>
#include <stdlib.h>

#include "ravel.h"

static void *leave(void *arg) {
  exit(3); /* EXIT */
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, leave, NULL);
  ravel_assume(0);
  return 0;
}
