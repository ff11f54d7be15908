// Two threads that each wait for the other to write first.
// expect: fail deadlock
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int there[2], back[2];

static void *answer(void *arg) {
  char text;
  assert(read(there[0], &text, 1) == 1);
  assert(write(back[1], "x", 1) == 1);
  return arg;
}

int main(void) {
  char text;
  assert(pipe(there) == 0 && pipe(back) == 0);
  pthread_t a;
  pthread_create(&a, NULL, answer, NULL);
  assert(read(back[0], &text, 1) == 1);
  assert(write(there[1], "x", 1) == 1);
  pthread_join(a, NULL);
  return 0;
}
