// The exit status depends on the schedule. Nobody asks for it, or somebody does.
// expect: pass
// also: --expect-exit 0
// expect: fail assertion
// message: ^exit status 1, expected 0$
// also: --expect-exit=1
// expect: fail assertion
// message: ^exit status 0, expected 1$
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;

static void *set(void *arg) {
  atomic_store(&flag, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  int seen = atomic_load(&flag);
  pthread_join(thread, NULL);
  return seen;
}
