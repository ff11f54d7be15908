// Who of two clients is served first depends on who connects first.
// expect: pass
// traces: 4 (the one or the other connects first, and the other before or after that is taken)
// also:
// cflags: -DORDERED
// expect: fail assertion
// at: BUG
// also:
// cflags: -DTAKES=3
// expect: fail deadlock
#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef TAKES
#define TAKES 2
#endif

static int server, clients[2];
static struct sockaddr_in at = {.sin_family = AF_INET};

static void *serve(void *arg) {
  char c[2];
  for (int i = 0; i < TAKES; i++) {
    struct sockaddr_in peer;
    socklen_t length = sizeof peer;
    const int connection = accept(server, (struct sockaddr *)&peer, &length);
    assert(connection >= 0 && peer.sin_family == AF_INET && peer.sin_port);
    assert(read(connection, &c[i], 1) == 1);
  }
  assert(c[0] + c[1] == '0' + '1');
#ifdef ORDERED
  assert(c[0] == '0'); /* BUG */
#endif
  return arg;
}

static void *call(void *arg) {
  const int *const client = arg;
  const char c = (char)('0' + (client - clients));
  assert(connect(*client, (struct sockaddr *)&at, sizeof at) == 0);
  assert(write(*client, &c, 1) == 1);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  at.sin_port = htons(7000);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  server = socket(AF_INET, SOCK_STREAM, 0);
  for (int i = 0; i < 2; i++)
    clients[i] = socket(AF_INET, SOCK_STREAM, 0);
  assert(bind(server, (struct sockaddr *)&at, sizeof at) == 0 && listen(server, 2) == 0);
  pthread_create(&threads[2], NULL, serve, NULL);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, call, &clients[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
