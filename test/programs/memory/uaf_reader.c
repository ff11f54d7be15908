// One thread frees what another still reads: found whichever comes first.
// expect: fail data-race
// at: SIDE
// also: --order=youngest
// expect: fail data-race
// also: --races=interleave
// expect: fail use-after-free
// at: USE
// message: read of 4 bytes at offset 4 of a block of 8 bytes that has been freed
#include <pthread.h>
#include <stdlib.h>

struct pair {
  int first, second;
};
static struct pair *pair;

static void *reader(void *arg) {
  volatile int sink = pair->second; /* USE */ /* SIDE */
  (void)sink;
  return arg;
}

static void *owner(void *arg) {
  free(pair); /* SIDE */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pair = malloc(sizeof *pair);
  pair->first = pair->second = 1;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, owner, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
