// Main fails, and no thread calls exit: the handlers do not run, and their errors are none. The
// same where all threads are in a deadlock.
// expect: fail assertion
// at: BUG
// also: --keep-going
// expect: fail assertion
// at: BUG
// errors: 1
// also: --keep-going
// args: deadlock
// expect: fail deadlock
// errors: 1
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void check(void) {
  assert(!"a handler runs");
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  atexit(check);
  pthread_mutex_lock(&a);
  if (argc > 1)
    pthread_cond_wait(&c, &a);
  assert(argc > 1); /* BUG */
}
