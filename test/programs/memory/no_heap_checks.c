// A checksum that reads whole words, past the end of its block, and a look at a block that was
// freed: on purpose, as --no-heap-checks says. What else is wrong is still found.
// expect: fail out-of-bounds
// also: --no-heap-checks
// expect: pass
// traces: 2 (the store before or after the load)
// also: --no-heap-checks --reset=fork
// expect: pass
// traces: 2 (the store before or after the load)
// also:
// args: freed
// expect: fail use-after-free
// also: --no-heap-checks
// args: freed
// expect: pass
// traces: 2 (the store before or after the load)
// also: --no-heap-checks
// args: twice
// expect: fail double-free
// also: --no-heap-checks
// args: race
// expect: fail data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static char *block;
static atomic_int flag;

static void *store(void *arg) {
  if (arg)
    block[0] = 1;
  flag = 1;
  return NULL;
}

static void *load(void *race) {
  volatile uint64_t *word = (volatile uint64_t *)block;
  (void)*word;
  (void)flag;
  return race;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  pthread_t a, b;
  block = malloc(strcmp(what, "freed") == 0 ? 8 : 5);
  memset(block, 0, 5);
  if (strcmp(what, "freed") == 0 || strcmp(what, "twice") == 0)
    free(block);
  pthread_create(&a, NULL, store, strcmp(what, "race") == 0 ? block : NULL);
  pthread_create(&b, NULL, load, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (strcmp(what, "freed") != 0)
    free(block);
}
