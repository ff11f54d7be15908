// Attributes: a stack of its own size, what the thread learns of it, detached threads; scheduling
// parameters and processors are accepted, fork handlers never run.
// expect: pass
// traces: 1 (nothing is shared but what joins order)
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

enum { DEEP = 48 << 20 };

static void never(void) {
  assert(0);
}

static void *deep(void *arg) {
  volatile char large[DEEP];
  large[0] = large[DEEP - 1] = 1;
  pthread_attr_t mine;
  void *low;
  size_t size;
  assert(pthread_getattr_np(pthread_self(), &mine) == 0);
  assert(pthread_attr_getstack(&mine, &low, &size) == 0);
  assert(size >= DEEP && (char *)low <= (char *)large && (char *)low + size > (char *)large + DEEP);
  int detached;
  pthread_attr_getdetachstate(&mine, &detached);
  assert(detached == (arg ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE));
  pthread_attr_destroy(&mine);
  return arg;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  struct sched_param parameters = {.sched_priority = 1};
  int policy;
  cpu_set_t processors;
  assert(pthread_atfork(never, never, never) == 0);
  pthread_attr_init(&attributes);
  assert(pthread_attr_setstacksize(&attributes, 1) == EINVAL);
  assert(pthread_attr_setstacksize(&attributes, DEEP + (1 << 20)) == 0);
  assert(pthread_create(&thread, &attributes, deep, NULL) == 0);
  pthread_join(thread, NULL);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  assert(pthread_create(&thread, &attributes, deep, &attributes) == 0);
  assert(pthread_join(thread, NULL) == EINVAL && pthread_detach(thread) == EINVAL);
  assert(pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0);
  assert(pthread_getschedparam(pthread_self(), &policy, &parameters) == 0);
  assert(pthread_getaffinity_np(pthread_self(), sizeof processors, &processors) == 0);
  assert(pthread_setaffinity_np(pthread_self(), sizeof processors, &processors) == 0);
  return 0;
}
