// A condition variable is used after its destruction.
// expect: fail lock-misuse
// at: USE
// message: signal of a destroyed condition variable
#include <pthread.h>
#include <stddef.h>

static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

int main(void) {
  pthread_cond_destroy(&cond);
  pthread_cond_signal(&cond); /* USE */
  return 0;
}
