// The same done right: one exchange decides who frees.
// expect: pass
// traces: 2 (the order of the exchanges)
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;
static char *block;

static void *finish(void *arg) {
  if (!atomic_exchange(&done, 1))
    free(block);
  return arg;
}

int main(void) {
  pthread_t a, b;
  block = malloc(100);
  pthread_create(&a, NULL, finish, NULL);
  pthread_create(&b, NULL, finish, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
