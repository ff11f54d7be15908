// A file is made longer by its descriptor while another thread asks for its size by its name: both
// orders.
// expect: fail assertion
// at: AFTER
// also:
// args: other
// expect: fail assertion
// at: BEFORE
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static int file, sees_change;

static void *change(void *arg) {
  ftruncate(file, 10);
  return arg;
}

static void *ask(void *arg) {
  struct stat status;
  stat("longer", &status);
  sees_change = status.st_size == 10;
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  file = open("longer", O_RDWR | O_CREAT, 0600);
  pthread_create(&a, NULL, change, NULL);
  pthread_create(&b, NULL, ask, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (argc == 1)
    assert(!sees_change); /* AFTER */
  else
    assert(sees_change); /* BEFORE */
  return file > 1000;
}
