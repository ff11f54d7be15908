// A thread waits for an event by its descriptor, and another one tells.
// expect: pass
// traces: 1 (the read waits for the write)
#include <assert.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event, plain;

static void *tell(void *arg) {
  const uint64_t one = 1;
  plain = 1;
  write(event, &one, sizeof one);
  return arg;
}

int main(void) {
  uint64_t n;
  event = eventfd(0, 0);
  pthread_t a;
  pthread_create(&a, NULL, tell, NULL);
  assert(read(event, &n, sizeof n) == sizeof n && n == 1);
  assert(plain == 1);
  pthread_join(a, NULL);
  return 0;
}
