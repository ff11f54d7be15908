// A device keeps nothing that is written to it, but its descriptor can be closed.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int number;

static void *thread(void *unused) {
  close(number);
  return unused;
}

int main(void) {
  pthread_t other;
  number = open("/dev/null", O_WRONLY);
  pthread_create(&other, NULL, thread, NULL);
  assert(write(number, "x", 1) == 1); /* BUG */
  pthread_join(other, NULL);
}
