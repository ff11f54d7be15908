// A Unix socket keeps so many datagrams: whoever sends one more waits, or is told so, until one is
// received. Other senders, who send elsewhere, do not wait.
// expect: pass
// traces: 1 (the sender waits for room)
// also:
// cflags: -DNOBODY
// expect: fail deadlock
// also:
// cflags: -DCONNECTED
// expect: pass
// traces: 1 (the same)
// also:
// cflags: -DCONNECTED -DNOBODY
// expect: fail deadlock
// also:
// cflags: -DCONNECTED -DPOLLS
// expect: pass
// traces: 1 (the sender is told when there is room)
// also:
// cflags: -DCONNECTED -DEPOLLS
// expect: pass
// traces: 1 (the same)
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int receiver, sender;
static const struct sockaddr_un at = {.sun_family = AF_UNIX, .sun_path = "room"};

static ssize_t tell(int flags) {
#ifdef CONNECTED
  return send(sender, "a", 1, flags);
#else
  return sendto(sender, "a", 1, flags, (const struct sockaddr *)&at, sizeof at);
#endif
}

static void *one_more(void *arg) {
#ifdef POLLS
  struct pollfd one = {sender, POLLOUT, 0};
  assert(poll(&one, 1, -1) == 1 && one.revents == POLLOUT);
  assert(tell(MSG_DONTWAIT) == 1);
#elif defined(EPOLLS)
  struct epoll_event event = {.events = EPOLLOUT | EPOLLET};
  const int set = epoll_create1(0);
  assert(epoll_ctl(set, EPOLL_CTL_ADD, sender, &event) == 0);
  assert(epoll_wait(set, &event, 1, -1) == 1);
  assert(tell(MSG_DONTWAIT) == 1);
#else
  assert(tell(0) == 1);
#endif
  return arg;
}

int main(void) {
  pthread_t thread;
  char byte;
  int n = 0;
  receiver = socket(AF_UNIX, SOCK_DGRAM, 0);
  sender = socket(AF_UNIX, SOCK_DGRAM, 0);
  unlink("room");
  assert(bind(receiver, (const struct sockaddr *)&at, sizeof at) == 0);
#ifdef CONNECTED
  assert(connect(sender, (const struct sockaddr *)&at, sizeof at) == 0);
#endif
  while (tell(MSG_DONTWAIT) == 1)
    n++;
  assert(n > 0 && errno == EAGAIN);
  pthread_create(&thread, NULL, one_more, NULL);
#ifndef NOBODY
  assert(recv(receiver, &byte, 1, 0) == 1);
#endif
  pthread_join(thread, NULL);
  while (recv(receiver, &byte, 1, MSG_DONTWAIT) == 1)
    n--;
  assert(n == 0);
  unlink("room");
  return 0;
}
