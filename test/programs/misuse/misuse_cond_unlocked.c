// A thread waits on a condition variable without holding the mutex; an error-checking mutex says
// so.
// expect: fail lock-misuse
// at: USE
// message: waits on a condition variable without holding the mutex
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

int main(void) {
  pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  assert(pthread_cond_wait(&cond, &checking) == EPERM);
  pthread_cond_wait(&cond, &mutex); /* USE */
  return 0;
}
