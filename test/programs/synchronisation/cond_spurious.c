// A wait that is not in a loop: right as long as nobody wakes up for no reason, which POSIX allows.
// expect: pass
// not_covered: spurious
// also: --spurious
// expect: fail assertion
// at: READY
// also: --spurious=2
// args: twice
// expect: fail assertion
// at: READY
// also: --spurious=1
// args: twice
// expect: incomplete
// stopped_by: --spurious
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static bool ready, twice;

static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  if (!ready)
    pthread_cond_wait(&cond, &mutex);
  if (!ready && twice)
    pthread_cond_wait(&cond, &mutex);
  assert(ready); /* READY */
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void *signal(void *arg) {
  pthread_mutex_lock(&mutex);
  ready = true;
  pthread_mutex_unlock(&mutex);
  pthread_cond_signal(&cond);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  twice = argc > 1;
  pthread_create(&a, NULL, wait, NULL);
  pthread_create(&b, NULL, signal, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
