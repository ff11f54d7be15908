// A library that is not there: the error is told, again in every execution.
// expect: pass
// traces: 2 (who is first)
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int turn;

static void *look(void *arg) {
  atomic_fetch_add(&turn, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  assert(!dlopen("libthat_is_not_there.so", RTLD_NOW));
  pthread_create(&thread, NULL, look, NULL);
  const int first = atomic_fetch_add(&turn, 1) == 0;
  pthread_join(thread, NULL);
  assert(strstr(dlerror(), "libthat_is_not_there.so") && !dlerror());
  assert(!dlsym(RTLD_DEFAULT, first ? "this_is_no_function" : "nor_is_this"));
  return 0;
}
