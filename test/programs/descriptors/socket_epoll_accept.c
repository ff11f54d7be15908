// An edge-triggered set tells of a listening socket once: whoever then takes one connection only
// leaves the others waiting.
// expect: fail deadlock
// also:
// cflags: -DTAKES_ALL
// expect: pass
// also:
// cflags: -DMODE=0
// expect: pass
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef MODE
#define MODE EPOLLET
#endif

static int server, set;
static const struct sockaddr_un at = {.sun_family = AF_UNIX,
                                      .sun_path = "socket_epoll_accept.sock"};

static void *call(void *arg) {
  const int client = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(connect(client, (const struct sockaddr *)&at, sizeof at) == 0);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  struct epoll_event event = {.events = EPOLLIN | MODE};
  server = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
  set = epoll_create1(0);
  assert(epoll_ctl(set, EPOLL_CTL_ADD, server, &event) == 0); /* before it has its name */
  assert(bind(server, (const struct sockaddr *)&at, sizeof at) == 0 && listen(server, 2) == 0);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, call, NULL);
  for (int taken = 0; taken < 2;) {
    assert(epoll_wait(set, &event, 1, -1) == 1);
#ifdef TAKES_ALL
    while (accept(server, NULL, NULL) >= 0)
      taken++;
    assert(errno == EAGAIN);
#else
    taken += accept(server, NULL, NULL) >= 0;
#endif
  }
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
