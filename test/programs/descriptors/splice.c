// splice() waits for something to move, and depends on who else reads from the one descriptor and
// writes to the other; so does sendfile().
// expect: pass
// traces: 2 (what was written is moved before the end is closed, or after that)
// interleavings: 2
// also:
// cflags: -DNONBLOCKING
// expect: pass
// traces: 2 (it is moved, or there is nothing yet)
// also:
// cflags: -DRACY
// expect: fail data-race
// also:
// cflags: -DFILE_TO_SOCKET
// expect: pass
// traces: 2 (before what the other one sends, or after it)
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

static int from[2], to[2], value;

static void *writer(void *arg) {
  value = 1;
#ifdef FILE_TO_SOCKET
  assert(send(to[1], "c", 1, 0) == 1);
#else
  assert(write(from[1], "ab", 2) == 2);
#ifndef NONBLOCKING
  close(from[1]);
#endif
#ifdef RACY
  value = 2;
#endif
#endif
  return arg;
}

static void mover(void) {
#ifdef FILE_TO_SOCKET
  const int file = open("moved", O_CREAT | O_RDWR, 0600);
  assert(write(file, "ab", 2) == 2 && lseek(file, 0, SEEK_SET) == 0);
  assert(sendfile(to[1], file, NULL, 2) == 2 && unlink("moved") == 0);
#elif defined(NONBLOCKING)
  const ssize_t n = splice(from[0], NULL, to[1], NULL, 8, SPLICE_F_NONBLOCK);
  assert(n == 2 || (n == -1 && errno == EAGAIN));
#else
  assert(splice(from[0], NULL, to[1], NULL, 8, 0) == 2 && value >= 1);
  assert(splice(from[0], NULL, to[1], NULL, 8, 0) == 0);
#endif
}

int main(void) {
  pthread_t other;
  char bytes[8];
  assert(pipe(from) == 0);
#ifdef FILE_TO_SOCKET
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, to) == 0);
#else
  assert(pipe(to) == 0);
#endif
  pthread_create(&other, NULL, writer, NULL);
  mover();
  pthread_join(other, NULL);
#ifdef FILE_TO_SOCKET
  assert(read(to[0], bytes, 8) == 3 && (bytes[0] == 'c' || bytes[2] == 'c'));
#elif !defined(NONBLOCKING)
  assert(read(to[0], bytes, 8) == 2 && bytes[0] == 'a');
#endif
  return 0;
}
