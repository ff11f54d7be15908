// An endless loop of short system calls: it does not wait in one of them.
// expect: incomplete long-execution
// stopped_by: --step-seconds
// options: --step-seconds=2
// message: endless loop
#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>

atomic_int flag;

static void *other(void *unused) {
  atomic_store(&flag, 1);
  return unused;
}

int main(void) {
  struct rusage used;
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  atomic_load(&flag);
  for (;;)
    getrusage(RUSAGE_SELF, &used);
}
