// Two threads write to one pipe, which is read back: who was first shows.
// expect: fail assertion
// at: BUG
// also: --reset=fork
// expect: fail assertion
// at: BUG
// also: --races=interleave
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *one(void *arg) {
  assert(write(ends[1], "1", 1) == 1);
  return arg;
}

static void *two(void *arg) {
  assert(write(ends[1], "2", 1) == 1);
  return arg;
}

int main(void) {
  char text[2];
  assert(pipe(ends) == 0);
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(read(ends[0], text, 2) == 2);
  assert(text[0] == '1'); /* BUG */
  close(ends[0]);
  close(ends[1]);
  return 0;
}
