// Two threads talk over a pair of sockets: a question, an answer, and the end.
// expect: pass
// traces: 1 (each waits for the other)
// also:
// cflags: -DSILENT
// expect: fail deadlock
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *answer(void *arg) {
  char text[4];
  struct pollfd end = {ends[1], POLLIN, 0};
  for (;;) {
    assert(poll(&end, 1, -1) == 1);
    if (recv(ends[1], text, sizeof text, 0) == 0)
      return arg;
#ifndef SILENT
    assert(send(ends[1], text, 4, 0) == 4);
#endif
  }
}

int main(void) {
  char text[4];
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_t other;
  pthread_create(&other, NULL, answer, NULL);
  assert(write(ends[0], "ping", 4) == 4);
  assert(read(ends[0], text, 4) == 4 && memcmp(text, "ping", 4) == 0);
  assert(shutdown(ends[0], SHUT_WR) == 0);
  pthread_join(other, NULL);
  return 0;
}
