// Program arguments arrive, spaces and empty ones too, and are as new in every execution.
// args: one "two words" ""
// expect: pass
// traces: 2 (orders of the two updates of shared)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

static atomic_int shared;

static void *thread(void *arg) {
  assert(atomic_fetch_add(&shared, 1) >= 0);
  return arg;
}

int main(int argc, char **argv) {
  assert(argc == 4 && argv[4] == NULL);
  assert(strcmp(argv[1], "one") == 0);
  assert(strcmp(argv[2], "two words") == 0);
  assert(strcmp(argv[3], "") == 0);
  argv[1][0] = 'X';
  pthread_t a, b;
  pthread_create(&a, NULL, thread, NULL);
  pthread_create(&b, NULL, thread, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
