// A loop without any visible operation, entered in one schedule.
// options: --step-seconds 1
// expect: fail nontermination
// at: LOOP
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;

static void *runner(void *arg) {
  if (atomic_load(&flag)) /* LOOP */
    for (;;)              /* LOOP */
      ;                   /* LOOP */
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, runner, NULL);
  atomic_store(&flag, 1);
  pthread_join(thread, NULL);
  return 0;
}
