// What a call looks at and changes outside of memory has no values that a read could choose from.
// options: --algorithm=graph
// expect: pass
// also: --algorithm=graph --races=interleave
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <sys/resource.h>

static void *look(void *arg) {
  assert(getpriority(PRIO_PROCESS, 0) == getpriority(PRIO_PROCESS, 0));
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  look(NULL);
  assert(setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0)) == 0);
  pthread_join(thread, NULL);
}
