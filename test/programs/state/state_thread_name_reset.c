// A thread begins with the name of its parent, in every execution.
// expect: pass
// traces: 2 (orders of the two updates)
// also: --reset=memory
// expect: pass
// traces: 2 (the same)
// also: --reset=memory
// cflags: -DFROM_START
// expect: pass
// traces: 2 (the same)
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

static atomic_int shared;

static void *name_self(void *arg) {
  char name[16];
  pthread_getname_np(pthread_self(), name, sizeof name);
  assert(strcmp(name, "parent") == 0);
  assert(atomic_fetch_add(&shared, 1) >= 0);
  pthread_setname_np(pthread_self(), "child");
  prctl(PR_GET_NAME, name);
  assert(strcmp(name, "child") == 0);
  return arg;
}

int main(void) {
#ifdef FROM_START
  l64a(1); /* not known: it keeps Ravel from returning to states on the way */
#endif
  char name[16];
  pthread_getname_np(pthread_self(), name, sizeof name);
  assert(name[0] && strcmp(name, "parent") != 0);
  prctl(PR_SET_NAME, "parent");
  pthread_t a, b;
  pthread_create(&a, NULL, name_self, NULL);
  pthread_create(&b, NULL, name_self, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
