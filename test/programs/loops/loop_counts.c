// A loop that counts its turns in memory is never in the same state twice: a bound ends it.
// options: --max-steps 300
// expect: incomplete long-execution
// stopped_by: --max-steps
// at: LOOP
// message: a loop that changes memory each time round
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int flag;
static long spins;
static void *p(void *arg) {
  atomic_store(&flag, 1);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, p, NULL);
  while (!atomic_load(&flag)) /* LOOP */
    spins++;                  /* LOOP */
  pthread_join(t, NULL);
}
