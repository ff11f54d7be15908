// Handlers run at the end of every execution, last first, each once.
// expect: pass
// traces: 2 (orders of the two updates of shared)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int shared;
static int stage;

static void first_registered(void) {
  assert(stage == 1);
  stage = 2;
}

static void last_registered(void) {
  assert(stage == 0);
  stage = 1;
}

static void *thread(void *arg) {
  assert(atomic_fetch_add(&shared, 1) >= 0);
  return arg;
}

int main(void) {
  assert(stage == 0);
  atexit(first_registered);
  atexit(last_registered);
  pthread_t a, b;
  pthread_create(&a, NULL, thread, NULL);
  pthread_create(&b, NULL, thread, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
