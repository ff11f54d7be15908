// Edge-triggered, and only one of two bytes is read at each event: if both were written by then,
// nothing tells of the second one. Who reads until there is nothing left is right.
// expect: fail deadlock
// at: BUG
// also:
// cflags: -DRIGHT
// expect: pass
// also:
// cflags: -DLEVEL
// expect: pass
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

#ifdef LEVEL
enum { MODE = EPOLLIN };
#else
enum { MODE = EPOLLIN | (int)EPOLLET };
#endif

static int ends[2];

static void *fill(void *arg) {
  assert(write(ends[1], "a", 1) == 1);
  assert(write(ends[1], "b", 1) == 1);
  return arg;
}

int main(void) {
  assert(pipe2(ends, O_NONBLOCK) == 0);
  const int set = epoll_create1(0);
  struct epoll_event what = {.events = MODE};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &what) == 0);
  pthread_t other;
  pthread_create(&other, NULL, fill, NULL);
  for (int got = 0; got < 2;) {
    char byte;
    assert(epoll_wait(set, &what, 1, -1) == 1); /* BUG */
#ifdef RIGHT
    while (read(ends[0], &byte, 1) == 1)
      got++;
#else
    got += read(ends[0], &byte, 1) == 1;
#endif
  }
  pthread_join(other, NULL);
  return 0;
}
