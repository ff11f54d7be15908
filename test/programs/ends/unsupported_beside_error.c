// What is not supported in one schedule does not hide the error of another one.
// options: --keep-going
// expect: fail
// errors: 2
// also: --keep-going
// args: alone
// expect: unsupported
// message: fork is not supported
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int x;
static bool alone;

static void *looks(void *arg) {
  const int found = atomic_load(&x);
  assert(alone || found != 1);
  if (found == 2)
    fork();
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  alone = argc > 1;
  pthread_create(&thread, NULL, looks, NULL);
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  pthread_join(thread, NULL);
  return 0;
}
