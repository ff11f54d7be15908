// Joins that do not wait for ever: the thread has ended or not, and both are explored.
// expect: pass
// traces: 3 (the end before both attempts, between them, after both)
// also:
// args: always
// expect: fail assertion
// at: EARLY
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static int value;

static void *worker(void *arg) {
  value = 1;
  return arg;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t thread;
  void *result = NULL;
  struct timespec until;
  pthread_create(&thread, NULL, worker, &value);
  int error = pthread_tryjoin_np(thread, &result);
  assert(error == 0 || error == EBUSY);
  assert(argc == 1 || error == 0); /* EARLY */
  if (error) {
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    error = pthread_timedjoin_np(thread, &result, &until);
    assert(error == 0 || error == ETIMEDOUT);
  }
  if (error)
    error = pthread_join(thread, &result);
  assert(error == 0 && result == &value && value == 1);
  return 0;
}
