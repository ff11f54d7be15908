// A thread waits for a set to which another one adds a pipe; a third one writes to that.
// expect: pass
// traces: 2 (to add the pipe and to write to it are ordered in two ways; who waits comes last)
// also:
// cflags: -DTWICE
// expect: pass
// also:
// cflags: -DNEVER
// expect: fail deadlock
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2], set;

static void *fill(void *arg) {
  assert(write(ends[1], "x", 1) == 1);
  return arg;
}

static void *add(void *arg) {
  struct epoll_event what = {.events = EPOLLIN, .data.u32 = 7};
#ifndef NEVER
  assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &what) == 0);
#ifdef TWICE
  assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &what) == -1);
#endif
#else
  assert(epoll_ctl(set, EPOLL_CTL_DEL, ends[0], &what) == -1);
#endif
  return arg;
}

int main(void) {
  assert(pipe(ends) == 0);
  set = epoll_create1(0);
  pthread_t one, two;
  pthread_create(&one, NULL, fill, NULL);
  pthread_create(&two, NULL, add, NULL);
  struct epoll_event event;
  assert(epoll_wait(set, &event, 1, -1) == 1 && event.data.u32 == 7); /* BUG */
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
