// A read that does not wait: O_NONBLOCK, set later or by another thread, MSG_DONTWAIT, nothing to
// be read, input that the stream has left over. And calls on an empty socket that read nothing.
// expect: pass
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

static int later[2], other[2], pair[2], lines[2];

static void *thread(void *unused) {
  fcntl(other[0], F_SETFL, O_NONBLOCK);
  assert(write(lines[1], "a\nb\n", 4) == 4);
  return unused;
}

static void socket_calls(void) {
  char c;
  int one = 1, n = -1;
  assert(setsockopt(pair[0], SOL_SOCKET, SO_PASSCRED, &one, sizeof one) == 0);
  assert(ioctl(pair[0], FIONREAD, &n) == 0 && n == 0);
  assert(recv(pair[0], &c, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
  assert(shutdown(pair[0], SHUT_WR) == 0);
  assert(read(pair[1], &c, 1) == 0);
}

int main(void) {
  char c, line[8];
  pthread_t other_thread;
  assert(pipe(later) == 0 && pipe(other) == 0 && pipe(lines) == 0);
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  fcntl(later[0], F_SETFL, O_NONBLOCK);
  assert(read(later[0], &c, 1) == -1 && errno == EAGAIN);
  assert(read(other[0], &c, 0) == 0);
  socket_calls();
  pthread_create(&other_thread, NULL, thread, NULL);
  assert(read(other[0], &c, 1) == -1 && errno == EAGAIN);
  FILE *stream = fdopen(lines[0], "r");
  setvbuf(stream, NULL, _IOFBF, 64);
  assert(fgets(line, sizeof line, stream) && strcmp(line, "a\n") == 0);
  assert(fgetc(stream) == 'b' && fgetc(stream) == '\n');
  ungetc('c', stream);
  assert(fgetc(stream) == 'c');
  pthread_join(other_thread, NULL);
  fclose(stream);
}
