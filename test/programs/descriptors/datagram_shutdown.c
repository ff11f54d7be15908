// Who waits for a datagram when its socket is shut down is told that there is none, as at an end.
// UDP must be connected for that.
// expect: pass
// traces: 2 (it looks before that, or after it)
// also:
// cflags: -DUDP
// expect: pass
// traces: 2 (the same)
// also:
// cflags: -DUDP -DSILENT
// expect: pass
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *end(void *arg) {
  assert(shutdown(ends[0], SHUT_RD) == 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  char byte;
#ifdef UDP
  struct sockaddr_in at = {.sin_family = AF_INET};
  socklen_t length = sizeof at;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  for (int i = 0; i < 2; i++)
    ends[i] = socket(AF_INET, SOCK_DGRAM, 0);
  assert(bind(ends[1], (struct sockaddr *)&at, sizeof at) == 0);
  assert(getsockname(ends[1], (struct sockaddr *)&at, &length) == 0);
  assert(shutdown(ends[0], SHUT_RD) == -1 && errno == ENOTCONN);
  assert(connect(ends[0], (struct sockaddr *)&at, length) == 0);
#else
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
#endif
#ifdef SILENT
  assert(shutdown(ends[0], SHUT_WR) == 0);
  assert(send(ends[0], "a", 1, 0) == -1 && errno == EPIPE); /* and no signal */
#endif
  pthread_create(&thread, NULL, end, NULL);
  const ssize_t n = recv(ends[0], &byte, 1, MSG_DONTWAIT);
  assert(n == 0 || (n == -1 && errno == EAGAIN));
  assert(recv(ends[0], &byte, 1, 0) == 0);
  pthread_join(thread, NULL);
  return 0;
}
