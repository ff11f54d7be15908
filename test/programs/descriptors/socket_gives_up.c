// A socket that waits for a second at most (SO_RCVTIMEO): whether the other side is in time is
// open.
// expect: fail assertion
// traces: 1
// message: n == 1
// also:
// cflags: -DEITHER
// expect: pass
// traces: 2 (it reads what was written, or gives up before)
// also:
// cflags: -DEITHER -DACCEPTS
// expect: pass
// also: --timeouts=0
// expect: incomplete
// stopped_by: --timeouts
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static int ends[2];
static struct sockaddr_in address = {.sin_family = AF_INET};

static void *other(void *unused) {
#ifdef ACCEPTS
  const int client = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(client, (struct sockaddr *)&address, sizeof address) == 0);
  close(client);
#else
  assert(write(ends[1], "x", 1) == 1);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  const struct timeval second = {1, 0};
  const int one = 1;
  char byte;
#ifdef ACCEPTS
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(4000);
  ends[0] = socket(AF_INET, SOCK_STREAM, 0);
  assert(setsockopt(ends[0], SOL_SOCKET, SO_REUSEPORT, &one, sizeof one) == 0);
  assert(bind(ends[0], (struct sockaddr *)&address, sizeof address) == 0);
  assert(listen(ends[0], 1) == 0);
#else
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
#endif
  assert(setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &second, sizeof second) == 0);
  pthread_create(&thread, NULL, other, NULL);
#ifdef ACCEPTS
  const int n = accept(ends[0], NULL, NULL) >= 0 ? 1 : -1;
#else
  const ssize_t n = read(ends[0], &byte, 1);
#endif
#ifdef EITHER
  assert(n == 1 || (n == -1 && errno == EAGAIN));
#else
  assert(n == 1);
#endif
  pthread_join(thread, NULL);
  (void)one;
  (void)byte;
}
