// What UDP does not promise: a datagram to a port where nobody is yet is lost without an error, and
// so is one to a socket that is connected to somebody else.
// expect: fail deadlock
// also:
// cflags: -DBOUND
// expect: pass
// traces: 1 (it waits)
// also:
// cflags: -DBOUND -DELSEWHERE
// expect: fail deadlock
// also:
// cflags: -DBOUND -DAGAIN
// expect: pass
// traces: 1 (its socket was closed, and another one has the port)
// also:
// cflags: -DNOWHERE
// expect: unsupported
// message: ECONNREFUSED
// also:
// cflags: -DAWAY
// expect: unsupported
// message: another machine
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in at = {.sin_family = AF_INET};
static int server, client;

static void open_server(void) {
  server = socket(AF_INET, SOCK_DGRAM, 0);
  assert(bind(server, (struct sockaddr *)&at, sizeof at) == 0);
}

static void *ask(void *arg) {
  struct sockaddr_in to = at;
#ifdef AWAY
  to.sin_addr.s_addr = htonl(0xc0000201);
#endif
#ifdef NOWHERE
  assert(connect(client, (struct sockaddr *)&to, sizeof to) == 0);
  assert(send(client, "a", 1, 0) == 1);
#endif
  assert(sendto(client, "a", 1, 0, (struct sockaddr *)&to, sizeof to) == 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  char byte;
  at.sin_port = htons(7200);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  client = socket(AF_INET, SOCK_DGRAM, 0);
  assert(send(client, "a", 1, 0) == -1 && errno == EDESTADDRREQ);
#ifdef BOUND
  open_server();
#endif
#ifdef ELSEWHERE
  struct sockaddr_in other = at;
  other.sin_port = htons(7201);
  assert(connect(server, (struct sockaddr *)&other, sizeof other) == 0);
#endif
#ifdef AGAIN
  assert(connect(client, (struct sockaddr *)&at, sizeof at) == 0);
  close(server);
  open_server();
#endif
  pthread_create(&thread, NULL, ask, NULL);
#ifndef BOUND
  open_server();
#endif
  assert(recv(server, &byte, 1, 0) == 1 && byte == 'a');
  pthread_join(thread, NULL);
  return 0;
}
