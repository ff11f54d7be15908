// Two threads end the program: with handlers, or without. Both can be first.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void check(void) {
  assert(0); /* BUG */
}

static void *at_once(void *arg) {
  _exit(arg != NULL);
}

int main(void) {
  atexit(check);
  pthread_t a;
  pthread_create(&a, NULL, at_once, NULL);
  exit(0);
}
