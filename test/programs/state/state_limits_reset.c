// Limits and processors that an execution has set are not those of the next one, in the same
// process.
// expect: pass
// traces: 2 (orders of the two stores)
// also: --reset=memory
// expect: pass
// traces: 2 (the same)
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/resource.h>

atomic_int last;
static cpu_set_t at_start;

/* Once in a process. */
__attribute__((constructor)) static void look(void) {
  sched_getaffinity(0, sizeof at_start, &at_start);
}

static void *store(void *arg) {
  last = arg != NULL;
  return arg;
}

int main(void) {
  pthread_t thread;
  struct rlimit limit;
  cpu_set_t set, one;
  assert(getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != 50);
  limit.rlim_cur = 50;
  assert(setrlimit(RLIMIT_NOFILE, &limit) == 0);
  assert(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_EQUAL(&set, &at_start));
  int first = 0;
  while (!CPU_ISSET(first, &set))
    first++;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  assert(sched_setaffinity(0, sizeof one, &one) == 0);
  pthread_create(&thread, NULL, store, &thread);
  last = 2;
  pthread_join(thread, NULL);
  return 0;
}
