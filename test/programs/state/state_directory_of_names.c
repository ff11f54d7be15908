// A thread changes the working directory while another one looks for a file in it: both orders.
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
  chdir("/usr");
  return arg;
}

static void *ask(void *arg) {
  sees_change = access("var", F_OK) != 0;
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  chdir("/");
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
