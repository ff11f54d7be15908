// A file whose name was made up is opened again by that name: it is the same file.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static char name[] = "/tmp/ravel-test-XXXXXX";

static void *writes(void *unused) {
  const int number = open(name, O_WRONLY);
  assert(write(number, "b", 1) == 1);
  close(number);
  return unused;
}

int main(void) {
  char c;
  pthread_t thread;
  const int number = mkstemp(name);
  assert(write(number, "a", 1) == 1);
  lseek(number, 0, SEEK_SET);
  pthread_create(&thread, NULL, writes, NULL);
  assert(read(number, &c, 1) == 1);
  assert(c == 'a'); /* BUG */
  pthread_join(thread, NULL);
}
