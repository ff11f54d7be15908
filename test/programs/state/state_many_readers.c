// Two threads take from a pipe, an event or a socket what main gives one at a time.
// Whoever finds that the other has taken it waits for the next.
// expect: pass
// also: --races=interleave
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <ravel.h>

static int ends[2], event, sides[2];

static void *reader(void *arg) {
  char byte;
  uint64_t count;
  if (arg == &ends)
    assert(read(ends[0], &byte, 1) == 1);
  else if (arg == &event)
    assert(read(event, &count, sizeof count) == sizeof count && count == 1);
  else
    assert(recv(sides[0], &byte, 1, 0) == 1);
  return NULL;
}

static void give(void *where) {
  const uint64_t one = 1;
  if (where == &ends)
    assert(write(ends[1], "1", 1) == 1);
  else if (where == &event)
    assert(write(event, &one, sizeof one) == sizeof one);
  else
    assert(send(sides[1], "1", 1, 0) == 1);
}

static void both_take(void *from) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, reader, from);
  give(from);
  give(from);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}

int main(void) {
  event = eventfd(0, EFD_SEMAPHORE);
  assert(pipe(ends) == 0 && event >= 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, sides) == 0);
  void *const all[] = {&ends, &event, &sides};
  both_take(all[ravel_choose(3)]);
}
