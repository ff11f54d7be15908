// A thread that reads from an empty pipe waits for one that writes; what that one did before is
// known to it.
// expect: pass
// traces: 1 (the read waits for the write)
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], plain;

static void *fill(void *arg) {
  plain = 1;
  assert(write(ends[1], "x", 1) == 1);
  return arg;
}

int main(void) {
  char text;
  assert(pipe(ends) == 0);
  pthread_t a;
  pthread_create(&a, NULL, fill, NULL);
  assert(read(ends[0], &text, 1) == 1 && text == 'x');
  assert(plain == 1);
  pthread_join(a, NULL);
  return 0;
}
