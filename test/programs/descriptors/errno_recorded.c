// What a recording looks at leaves the program's errno alone.
// options: --races=interleave
// expect: fail assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];
static atomic_bool second;

static void *writes(void *unused) {
  errno = 0;
  const char byte = 'a';
  const ssize_t written = write(ends[1], &byte, 1);
  assert(written == 1 && (second || errno != 0));
  return unused;
}

int main(void) {
  const char byte = 'b';
  pthread_t thread;
  if (pipe(ends))
    return 1;
  pthread_create(&thread, NULL, writes, NULL);
  const ssize_t written = write(ends[1], &byte, 1);
  second = true;
  pthread_join(thread, NULL);
  return written != 1;
}
