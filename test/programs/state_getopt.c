// getopt begins with the first argument in every execution, and its variables with their values.
// args: -a -bx y
// expect: pass
// traces: 2 (orders of the two updates)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static atomic_int shared;

static void *update(void *arg) {
  assert(atomic_fetch_add(&shared, 1) >= 0);
  return arg;
}

int main(int argc, char **argv) {
  assert(optind == 1 && opterr == 1 && !optarg);
  opterr = 0;
  assert(getopt(argc, argv, "+ab:") == 'a');
  assert(getopt(argc, argv, "+ab:") == 'b' && strcmp(optarg, "x") == 0);
  pthread_t a;
  pthread_create(&a, NULL, update, NULL);
  assert(atomic_fetch_add(&shared, 1) >= 0);
  pthread_join(a, NULL);
  assert(optind == 3);
  assert(getopt(argc, argv, "+ab:") == -1 && optind == 3);
  return 0;
}
