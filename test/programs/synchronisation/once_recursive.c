// What is to be done once waits for itself to be done.
// expect: fail deadlock
// at: AGAIN
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void) {
  pthread_once(&once, initialise); /* AGAIN */
}

int main(void) {
  pthread_once(&once, initialise);
  return 0;
}
