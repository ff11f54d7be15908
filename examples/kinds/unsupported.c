// The program does something that Ravel cannot explore, or did not do the same again
// under the same schedule. This is no error of the program, and no pass either: the
// verdict is incomplete, and the exit status 2. The report names the function and line.
//
// What to do:
// Leave that part out of the test, or replace it by a function of your own when the
// test is compiled for Ravel (-DRAVEL_TEST). Values that come from outside can be
// chosen: ravel_choose(n) has each of them explored. doc/manual.md lists what is
// supported.
//
// expect: unsupported
// at: here
#include <pthread.h>
#include <unistd.h>

static void *worker(void *unused) {
  fork(); /* here */
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
