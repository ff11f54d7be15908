// getopt begins with the first argument in every execution, and its variables with their values.
// args: -a -bx -cd y
// expect: pass
// traces: 2 (orders of the two updates)
// also: --reset=memory
// args: -a -bx -cd y
// expect: pass
// traces: 2 (the same)
// also: --reset=memory
// args: -a -bx -cd y
// cflags: -DFROM_START
// expect: pass
// traces: 2 (the same)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int shared;

static void *update(void *arg) {
  assert(atomic_fetch_add(&shared, 1) >= 0);
  return arg;
}

int main(int argc, char **argv) {
#ifdef FROM_START
  l64a(1); /* not known: it keeps Ravel from returning to states on the way */
#endif
  assert(optind == 1 && opterr == 1 && !optarg);
  opterr = 0;
  assert(getopt(argc, argv, "+ab:cd") == 'a');
  assert(getopt(argc, argv, "+ab:cd") == 'b' && strcmp(optarg, "x") == 0);
  pthread_t a;
  pthread_create(&a, NULL, update, NULL);
  assert(atomic_fetch_add(&shared, 1) >= 0);
  pthread_join(a, NULL);
  assert(optind == 3);
  assert(getopt(argc, argv, "+ab:cd") == 'c'); /* and here it ends, before the d */
  return 0;
}
