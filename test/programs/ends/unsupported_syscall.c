// System calls that Ravel does not know are named; some are answered.
// expect: unsupported
// at: CALL
// message: io_uring_setup
#include <assert.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *other(void *id) {
  *(long *)id = syscall(SYS_gettid);
  return id;
}

int main(void) {
  pthread_t thread;
  long id;
  pthread_create(&thread, NULL, other, &id);
  pthread_join(thread, NULL);
  assert(id != syscall(SYS_gettid) && syscall(SYS_gettid) == getpid());
  assert(syscall(SYS_sched_yield) == 0);
  return (int)syscall(SYS_io_uring_setup, 0, 0); /* CALL */
}
