// strtok goes on where another thread has left off.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char one[] = "a b", two[] = "c d";
static const char *got;

static void *first(void *arg) {
  strtok(one, " ");
  got = strtok(NULL, " ");
  return arg;
}

static void *second(void *arg) {
  strtok(two, " ");
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(got[0] == 'b'); /* BUG */
  return 0;
}
