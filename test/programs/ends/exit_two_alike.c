// Two threads end the program in the same way: who is first makes no difference.
// expect: pass
// traces: 1 (two calls of exit with one status)
#include <pthread.h>
#include <stdlib.h>

static void *leave(void *arg) {
  exit(arg != NULL);
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, leave, NULL);
  exit(0);
}
