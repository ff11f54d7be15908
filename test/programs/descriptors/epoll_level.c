// A set of two events tells of each as long as it is there.
// expect: pass
// traces: 5 (both at once; the one, and then the same again or both; the other, and then as much)
// also:
// cflags: -DREADS
// expect: pass
// traces: 3 (both at once, or the one and then the other)
// also:
// cflags: -DMODE=EPOLLET
// expect: pass
// traces: 3 (to be told once comes to the same as to read)
// also:
// cflags: -DMODE=EPOLLONESHOT
// expect: pass
// traces: 3 (the same)
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#ifndef MODE
#define MODE 0
#endif

static int a, b;

static void *tell(void *event) {
  const uint64_t one = 1;
  assert(write(*(int *)event, &one, sizeof one) == sizeof one);
  return NULL;
}

static void add(int set, int event) {
  struct epoll_event what = {.events = EPOLLIN | MODE, .data.fd = event};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, event, &what) == 0);
}

int main(void) {
  a = eventfd(0, 0);
  b = eventfd(0, 0);
  const int set = epoll_create1(0);
  add(set, a);
  add(set, b);
  pthread_t one, two;
  pthread_create(&one, NULL, tell, &a);
  pthread_create(&two, NULL, tell, &b);
  for (int told = 0; told < 2;) {
    struct epoll_event events[2];
    const int n = epoll_wait(set, events, 2, -1);
    assert(n > 0);
    told += n;
#ifdef READS
    for (int i = 0; i < n; i++) {
      uint64_t count;
      assert(read(events[i].data.fd, &count, sizeof count) == sizeof count && count == 1);
    }
#endif
  }
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
