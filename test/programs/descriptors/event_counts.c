// What is added to an event comes to the same in any order.
// expect: pass
// traces: 1 (three additions commute; the read comes after them)
// also:
// cflags: -DEARLY
// expect: pass
// traces: 8 (before a read that does not wait comes any set of the three additions)
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event;

static void *tell(void *arg) {
  const uint64_t one = 1;
  assert(write(event, &one, sizeof one) == sizeof one);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  uint64_t before = 0, after = 0;
  event = eventfd(0, EFD_NONBLOCK);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, tell, NULL);
#ifdef EARLY
  read(event, &before, sizeof before);
#endif
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  read(event, &after, sizeof after);
  assert(before + after == 3);
  return 0;
}
