// A write of more than a pipe can hold waits in the middle. That is said, and is no short write.
// expect: unsupported
// message: 70000 bytes
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static char data[70000];

static void *thread(void *unused) {
  static char there[sizeof data];
  size_t n = 0;
  while (n < sizeof there)
    n += (size_t)read(ends[0], there, sizeof there);
  return unused;
}

int main(void) {
  pthread_t reader;
  assert(pipe(ends) == 0);
  pthread_create(&reader, NULL, thread, NULL);
  assert(write(ends[1], data, sizeof data) == sizeof data);
  pthread_join(reader, NULL);
}
