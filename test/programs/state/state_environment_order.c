// Two threads set a variable of the environment: who is last decides.
// expect: fail assertion
// at: BUG
// also: --context-sensitive
// algorithms: source optimal
// expect: fail assertion
// at: BUG
// also: --reset=fork
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *one(void *arg) {
  setenv("WHO", "one", 1);
  return arg;
}

static void *two(void *arg) {
  setenv("WHO", "two", 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(strcmp(getenv("WHO"), "two") == 0); /* BUG */
  return 0;
}
