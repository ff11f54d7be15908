// To copy a structure is one access: two threads that do so have one race.
// options: --keep-going
// expect: fail data-race
// errors: 1
// at: RACE
#include <pthread.h>
#include <stddef.h>

struct {
  long a, b, c, d;
} from, to; /* not static: a compiler could see that nobody reads them */

static void *copies(void *arg) {
  to = from; /* RACE */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, copies, NULL);
  pthread_create(&b, NULL, copies, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
