// A thread that writes to a pipe waits until all fits, or until it is read.
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

enum { PART = 30000, PARTS = 3 };

static int ends[2];
static char there[PART], here[PART];

static void *fill(void *arg) {
  for (int i = 0; i < PARTS; i++)
    assert(write(ends[1], there, PART) == PART);
  return arg;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_t a;
  pthread_create(&a, NULL, fill, NULL);
  for (long n = 0; n < PART * PARTS;) {
    const long got = read(ends[0], here, PART);
    assert(got > 0);
    n += got;
  }
  pthread_join(a, NULL);
  return 0;
}
