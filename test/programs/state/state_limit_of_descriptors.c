// A thread limits the number of descriptors while another one opens a file: both orders.
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
#include <sys/resource.h>

static int file, sees_change;

static void *change(void *arg) {
  setrlimit(RLIMIT_NOFILE, &(struct rlimit){3, 3});
  return arg;
}

static void *ask(void *arg) {
  sees_change = open("/dev/null", O_RDONLY) < 0;
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
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
