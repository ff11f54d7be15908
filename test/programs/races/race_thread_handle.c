// pthread_create stores the handle of the new thread, but POSIX does not say that it does so before
// the thread runs: to read it there is a race. With --races=interleave it is there, as glibc has
// it.
// expect: fail data-race
// at: RACE
// also: --races=interleave
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t thread;

static void *child(void *arg) {
  assert(pthread_equal(thread, pthread_self())); /* RACE */
  return arg;
}

int main(void) {
  pthread_create(&thread, NULL, child, NULL); /* RACE */
  pthread_join(thread, NULL);
  return 0;
}
