// Processes stay where the program branches, as in processes_kept.c, with pipes, pairs of sockets,
// events, a timer and sets of epoll open. Each execution has its own: what it reads is there for
// the next one, an end that it closes is closed, what a set has reported it does not report again.
// expect: pass
// traces: 6 (orders of the three threads at the first variable; what they do then conflicts in pairs that it has ordered)
// also:
// cflags: -DBROKEN
// expect: fail assertion
// at: BUG
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

static atomic_int turn;
static int ends[2], quiet[2], pair[2], event, ones, level, edge, twice;

__attribute__((no_sanitize("thread"))) static void take_long(void) {
  static volatile unsigned sum;
  for (unsigned i = 0; i < 2000000; i++)
    sum = sum * 31 + i;
}

static int reported(int set) {
  struct epoll_event events[4];
  return epoll_wait(set, events, 4, 0);
}

static void watch(int set, int number, uint32_t how) {
  struct epoll_event wanted = {.events = EPOLLIN | how, .data.fd = number};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, number, &wanted) == 0);
}

/* All is as main has left it. */
static void use(void) {
  char bytes[8];
  uint64_t count;
  assert(reported(level) == 2 && reported(edge) == 0);
  assert(read(ends[0], bytes, 8) == 3 && bytes[0] == 'a' && bytes[2] == 'c');
  assert(read(ends[0], bytes, 8) == -1); /* which is empty, and does not wait */
  assert(close(ends[1]) == 0 && read(ends[0], bytes, 8) == 0);
  assert(recv(pair[0], bytes, 8, 0) == 2 && bytes[1] == 'y');
  assert(send(twice, "z", 1, 0) == 1 && recv(pair[0], bytes, 8, MSG_DONTWAIT) == 1);
  assert(read(event, &count, sizeof count) == sizeof count && count == 5);
  assert(read(ones, &count, sizeof count) == sizeof count && count == 1);
  assert(read(ones, &count, sizeof count) == sizeof count && count == 1);
  assert(read(ones, &count, sizeof count) == -1);
  assert(write(quiet[1], "!", 1) == 1 && reported(edge) == 1 && reported(edge) == 0);
  assert(close(event) == 0 && reported(level) == 1); /* the end of the pipe */
}

static void *work(void *arg) {
  take_long();
  const int me = atomic_fetch_add(&turn, 1);
  take_long();
  if (me == 0) /* the others come after it */
    use();
#ifdef BROKEN
  assert(me != 0 || *(char *)arg != 'c'); /* BUG */
#endif
  return arg;
}

static void begin(void) {
  assert(pipe2(ends, O_NONBLOCK) == 0 && write(ends[1], "abc", 3) == 3);
  assert(pipe(quiet) == 0 && write(quiet[1], "?", 1) == 1);
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 && send(pair[1], "xy", 2, 0) == 2);
  twice = dup(pair[1]);
  event = eventfd(5, 0);
  ones = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK);
  level = epoll_create1(0);
  edge = epoll_create1(0);
  watch(level, ends[0], 0);
  watch(level, event, 0);
  watch(edge, quiet[0], EPOLLET);
  watch(edge, timerfd_create(CLOCK_MONOTONIC, 0), 0);
  assert(reported(edge) == 1 && reported(edge) == 0);
}

int main(void) {
  pthread_t thread[3];
  char names[] = "abc";
  assert(dlopen("libm.so.6", RTLD_NOW));
  begin();
  for (int i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, work, &names[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
