// A read from a pipe ends when the other end is closed.
// expect: pass
// traces: 1 (the read waits for the end)
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *leave(void *arg) {
  close(ends[1]);
  return arg;
}

int main(void) {
  char text;
  assert(pipe(ends) == 0);
  pthread_t a;
  pthread_create(&a, NULL, leave, NULL);
  assert(read(ends[0], &text, 1) == 0);
  pthread_join(a, NULL);
  close(ends[0]);
  return 0;
}
