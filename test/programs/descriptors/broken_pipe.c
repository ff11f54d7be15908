// Who writes to a pipe that nobody can read any more gets SIGPIPE: that ends the program, or a
// handler runs (-DHANDLED), or nothing happens (-DIGNORED), and the call fails. Whether the reader
// is gone by then is explored.
// expect: fail crash
// at: WRITE
// also:
// cflags: -DHANDLED
// expect: pass
// traces: 2 (it is closed before or after it is written to)
// also:
// cflags: -DIGNORED
// expect: pass
// also:
// cflags: -DHANDLED -DSOCKETS
// expect: pass
// also:
// cflags: -DHANDLED -DPACKETS
// expect: pass
// traces: 2 (the call fails, but there is no signal for sockets of packets)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static volatile sig_atomic_t handled;

static void handle(int number) {
  handled = number;
}

static void *work(void *unused) {
  close(ends[0]);
  return unused;
}

int main(void) {
  pthread_t thread;
#ifdef HANDLED
  signal(SIGPIPE, handle);
#elif defined IGNORED
  signal(SIGPIPE, SIG_IGN);
#else
  (void)handle;
#endif
#ifdef PACKETS
  assert(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
#elif defined(SOCKETS)
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
#else
  assert(pipe(ends) == 0);
#endif
  pthread_create(&thread, NULL, work, NULL);
  const ssize_t n = write(ends[1], "x", 1); /* WRITE */
  assert(n == 1 || (n == -1 && errno == EPIPE));
#ifdef PACKETS
  assert(handled == 0);
#elif defined(HANDLED)
  assert((n == -1) == (handled == SIGPIPE));
#endif
#ifdef SOCKETS
  handled = 0;
  pthread_join(thread, NULL);
  assert(send(ends[1], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE && !handled);
#else
  pthread_join(thread, NULL);
#endif
  return 0;
}
