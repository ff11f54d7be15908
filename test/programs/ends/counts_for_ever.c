// A loop that never ends once a flag is seen. As it counts its rounds, nothing shows that it does
// not: it is a long execution, and no error.
// options: --max-steps 2000
// expect: incomplete long-execution
// stopped_by: --max-steps
// at: LOOP
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;
static atomic_uint turns;

static void *runner(void *arg) {
  while (atomic_load(&flag))      /* LOOP */
    atomic_fetch_add(&turns, 1u); /* LOOP */
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, runner, NULL);
  atomic_store(&flag, 1);
  pthread_join(thread, NULL);
  return 0;
}
