// A set of descriptors in another one, or in poll(): what is ready in it is ready there.
// expect: pass
// traces: 1 (it is waited for)
// also:
// cflags: -DPOLL
// expect: pass
// traces: 1 (the same)
// also:
// cflags: -DEDGE
// expect: pass
// traces: 1 (the same)
// also:
// cflags: -DTWO
// expect: pass
// traces: 3 (none of the two is written before it looks, or the one, or both: told once for both, or
//            once more)
// also:
// cflags: -DEDGE -DTWO
// expect: pass
// traces: 3 (the same)
// also:
// cflags: -DTAKEN
// expect: pass
// traces: 3 (who looks finds it, or not: before it is written, or after it is taken)
// also:
// cflags: -DLOOPS
// expect: pass
// traces: 1 (refused)
// also:
// cflags: -DDEEP
// expect: unsupported
// message: more than two deep
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#ifdef EDGE
#define MODE EPOLLET
#else
#define MODE 0
#endif

static int event, other, inner, outer, data;

static int add(int set, int number, uint32_t mode) {
  struct epoll_event what = {.events = EPOLLIN | mode, .data.fd = number};
  return epoll_ctl(set, EPOLL_CTL_ADD, number, &what);
}

__attribute__((unused)) static int look(int set, int milliseconds) {
#ifdef POLL
  struct pollfd one = {set, POLLIN, 0};
  return poll(&one, 1, milliseconds);
#else
  struct epoll_event found = {0};
  const int n = epoll_wait(set, &found, 1, milliseconds);
  assert(n < 1 || (found.events == EPOLLIN && found.data.fd == inner));
  return n;
#endif
}

static void *tell(void *arg) {
  const uint64_t one = 1;
  data = 1; /* what is told by way of both sets */
  assert(write(event, &one, sizeof one) == sizeof one);
#ifdef TWO
  assert(write(other, &one, sizeof one) == sizeof one);
#endif
  return arg;
}

#ifdef TAKEN
static void *take(void *arg) {
  struct epoll_event found;
  assert(epoll_wait(inner, &found, 1, -1) == 1); /* told once */
  return arg;
}
#endif

int main(void) {
  pthread_t threads[2];
  event = eventfd(0, EFD_NONBLOCK);
  other = eventfd(0, EFD_NONBLOCK);
  inner = epoll_create1(0);
  outer = epoll_create1(0);
#ifdef TAKEN
  assert(add(inner, event, EPOLLET) == 0 && add(outer, inner, 0) == 0);
  pthread_create(&threads[0], NULL, tell, NULL);
  pthread_create(&threads[1], NULL, take, NULL);
  const int n = look(outer, 0);
  assert(n == 0 || n == 1);
  pthread_join(threads[1], NULL);
  assert(look(outer, 0) == 0);
#elif defined(LOOPS)
  (void)tell, (void)threads;
  assert(add(outer, inner, 0) == 0);
  assert(add(inner, outer, 0) == -1 && errno == ELOOP);
  assert(add(inner, inner, 0) == -1 && errno == EINVAL);
  assert(add(outer, inner, 0) == -1 && errno == EEXIST);
  assert(add(inner, event, 0) == 0 && look(outer, 0) == 0);
  tell(NULL);
  assert(look(outer, 0) == 1 && look(outer, 0) == 1);
  assert(epoll_ctl(inner, EPOLL_CTL_DEL, event, NULL) == 0 && look(outer, 0) == 0);
  assert(add(inner, event, 0) == 0 && look(outer, 0) == 1);
  assert(epoll_ctl(outer, EPOLL_CTL_DEL, inner, NULL) == 0 && look(outer, 0) == 0);
  assert(add(inner, outer, 0) == 0); /* the other way round now */
  assert(add(outer, inner, 0) == -1 && errno == ELOOP);
  return 0;
#elif defined(DEEP)
  (void)tell, (void)threads;
  const int third = epoll_create1(0);
  assert(add(outer, inner, 0) == 0 && add(inner, third, 0) == 0 && add(third, event, 0) == 0);
#else
  assert(add(inner, event, 0) == 0 && add(inner, other, 0) == 0 && add(outer, inner, MODE) == 0);
  pthread_create(&threads[0], NULL, tell, NULL);
  assert(look(outer, -1) == 1 && data == 1);
#ifdef TWO
  uint64_t count;
  assert(read(event, &count, sizeof count) == sizeof count);
  assert(look(outer, 0) >= 0); /* of the other one */
#endif
#endif
#ifndef DEEP
  pthread_join(threads[0], NULL);
#endif
  return 0;
}
