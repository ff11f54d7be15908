// The exit status depends on the schedule. The place is where main returns.
// expect: fail exit-status
// at: RETURN
// message: ^exit status 1 where 0 is expected$
// also: --expect-exit=1
// expect: fail exit-status
// at: RETURN
// message: ^exit status 0 where 1 is expected$
// also: --expect-exit any
// expect: pass
// also: --expect-exit=0 --keep-going
// expect: fail exit-status
// traces: 2 (the flag is seen or not)
// errors: 1
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
  return seen; /* RETURN */
}
