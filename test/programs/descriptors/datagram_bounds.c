// Datagrams keep their bounds: what there is no room for is lost, an empty one counts, and one that
// is looked at stays. Pairs, pairs with connections (SOCK_SEQPACKET) and UDP.
// expect: pass
// traces: 1 (the first one is waited for when all have been sent)
// also:
// cflags: -DTYPE=SOCK_SEQPACKET
// expect: pass
// traces: 1 (the same)
// also:
// cflags: -DUDP
// expect: pass
// traces: 1 (the same)
// also:
// cflags: -DMANY
// expect: pass
// traces: 1 (the same)
// also:
// cflags: -DUDP -DMANY
// expect: pass
// traces: 1 (the same)
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef TYPE
#define TYPE SOCK_DGRAM
#endif

static int ends[2];

static void open_ends(void) {
#ifdef UDP
  for (int i = 0; i < 2; i++) {
    struct sockaddr_in own = {.sin_family = AF_INET};
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ends[i] = socket(AF_INET, SOCK_DGRAM, 0);
    assert(bind(ends[i], (struct sockaddr *)&own, sizeof own) == 0);
  }
  for (int i = 0; i < 2; i++) {
    struct sockaddr_in other, peer;
    socklen_t length = sizeof other, peer_length = sizeof peer;
    assert(getsockname(ends[1 - i], (struct sockaddr *)&other, &length) == 0 && other.sin_port);
    assert(connect(ends[i], (struct sockaddr *)&other, length) == 0);
    assert(getpeername(ends[i], (struct sockaddr *)&peer, &peer_length) == 0);
    assert(peer.sin_port == other.sin_port);
  }
#else
  assert(socketpair(AF_UNIX, TYPE, 0, ends) == 0);
#endif
}

static void *send_all(void *arg) {
#ifdef MANY
  struct iovec parts[] = {
      {(void *)"abc", 3}, {(void *)"de", 2}, {(void *)"f", 1}, {(void *)"gh", 2}};
  struct mmsghdr list[4];
  memset(list, 0, sizeof list);
  list[0].msg_hdr = (struct msghdr){.msg_iov = parts, .msg_iovlen = 2};
  list[2].msg_hdr = (struct msghdr){.msg_iov = parts + 2, .msg_iovlen = 1};
  list[3].msg_hdr = (struct msghdr){.msg_iov = parts + 3, .msg_iovlen = 1};
  assert(sendmmsg(ends[1], list, 4, 0) == 4 && list[0].msg_len == 5 && list[1].msg_len == 0);
#else
  assert(send(ends[1], "abcde", 5, 0) == 5);
  assert(send(ends[1], "", 0, 0) == 0);
  assert(write(ends[1], "f", 1) == 1);
  assert(send(ends[1], "gh", 2, MSG_EOR) == 2);
#endif
  return arg;
}

int main(void) {
  pthread_t thread;
  char text[8] = "";
  int size = 0;
  open_ends();
  assert(recv(ends[0], text, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
  pthread_create(&thread, NULL, send_all, NULL);
  pthread_join(thread, NULL);
  assert(ioctl(ends[0], FIONREAD, &size) == 0);
  assert(recv(ends[0], text, 2, MSG_PEEK | MSG_TRUNC) == 5);
  assert(recv(ends[0], text, 2, 0) == 2 && memcmp(text, "ab", 3) == 0);
  assert(recv(ends[0], text, sizeof text, 0) == 0);
  assert(read(ends[0], text, sizeof text) == 1 && text[0] == 'f');
  struct iovec part = {text, 1};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  assert(recvmsg(ends[0], &message, 0) == 1 && message.msg_flags & MSG_TRUNC);
  assert(recv(ends[0], text, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
  return 0;
}
