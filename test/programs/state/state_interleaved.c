// Two threads use descriptors, one of them while main returns: with --races=interleave, what the
// calls do to descriptors is no memory that could be looked at.
// options: --races=interleave
// expect: pass
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static void *opens(void *arg) {
  const int file = open("/dev/null", O_RDONLY);
  assert(file >= 0 && close(file) == 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, opens, NULL);
  opens(NULL);
  return 0;
}
