// All threads draw from one state, with the numbers of libc: who draws first gets the first one.
// expect: fail assertion
// at: FIRST
// also: --keep-going
// expect: fail assertion
// traces: 2 (who draws first)
// errors: 1
// also: --keep-going
// args: random
// expect: fail assertion
// traces: 2 (who draws first)
// errors: 1
// also: --keep-going
// args: rand48
// expect: fail assertion
// traces: 2 (who draws first)
// errors: 1
// also:
// args: one
// expect: pass
// traces: 1 (only one thread draws)
// also:
// args: apart
// expect: pass
// traces: 1 (two generators)
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const char *how = "";
static long others;

static void *draw(void *arg) {
  unsigned seed = 1;
  others = !strcmp(how, "rand48") ? lrand48() : !strcmp(how, "one") ? rand_r(&seed) : rand();
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread;
  if (argc > 1)
    how = argv[1];
  srand48(7);
  const long first48 = lrand48();
  srand48(7);
  assert(argc > 1 || rand() == 1804289383); /* the first one of glibc */
  srand(7);
  const long first = random();
  srandom(7);
  if (!strcmp(how, "apart"))
    srand48(7);
  pthread_create(&thread, NULL, draw, NULL);
  const long mine = !strcmp(how, "random")                            ? random()
                    : !strcmp(how, "rand48") || !strcmp(how, "apart") ? lrand48()
                                                                      : rand();
  pthread_join(thread, NULL);
  assert(mine == (!strcmp(how, "rand48") || !strcmp(how, "apart") ? first48 : first)); /* FIRST */
  assert(others != 0);
  return 0;
}
