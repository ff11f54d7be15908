// Who waits in a set of descriptors is told of a datagram, and knows then what its sender has done.
// The socket got its name by another descriptor of it.
// expect: pass
// traces: 1 (it is waited for)
// also:
// cflags: -DLOOKS
// expect: pass
// traces: 2 (before it is sent, or after it)
// also:
// cflags: -DUDP
// expect: pass
// traces: 1 (it is waited for)
// also:
// cflags: -DUDP -DLOOKS
// expect: pass
// traces: 2 (before it is sent, or after it)
// also:
// cflags: -DRECEIVES
// expect: pass
// traces: 2 (before it is sent, or after it)
// also:
// cflags: -DUDP -DRECEIVES
// expect: pass
// traces: 2 (before it is sent, or after it)
#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#ifdef UDP
#define FAMILY AF_INET
static struct sockaddr_in at;
#else
#define FAMILY AF_UNIX
static struct sockaddr_un at;
#endif
static socklen_t length = sizeof at;
static int receiver, data;

static void *tell(void *arg) {
  const int sender = socket(FAMILY, SOCK_DGRAM, 0);
  data = 1;
  assert(sendto(sender, "a", 1, 0, (struct sockaddr *)&at, length) == 1);
  close(sender);
  return arg;
}

int main(void) {
  pthread_t thread;
  struct epoll_event event = {.events = EPOLLIN};
  const int set = epoll_create1(0);
  receiver = socket(FAMILY, SOCK_DGRAM, 0);
  const int same = dup(receiver);
  at = (__typeof__(at)){0};
  ((struct sockaddr *)&at)->sa_family = FAMILY;
#ifdef UDP
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  assert(bind(same, (struct sockaddr *)&at, sizeof at) == 0);
#else
  assert(bind(same, (struct sockaddr *)&at, sizeof(sa_family_t)) == 0); /* a name of its own */
#endif
  assert(getsockname(receiver, (struct sockaddr *)&at, &length) == 0);
  assert(epoll_ctl(set, EPOLL_CTL_ADD, receiver, &event) == 0);
  pthread_create(&thread, NULL, tell, NULL);
#ifdef RECEIVES
  char byte;
  if (recv(receiver, &byte, 1, MSG_DONTWAIT) == 1)
    assert(byte == 'a' && data == 1);
#elif defined(LOOKS)
  if (epoll_wait(set, &event, 1, 0) == 1)
    assert(data == 1);
#else
  assert(epoll_wait(set, &event, 1, -1) == 1 && data == 1);
#endif
  pthread_join(thread, NULL);
  return 0;
}
