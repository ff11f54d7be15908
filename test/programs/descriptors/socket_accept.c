// A client connects to a server in the same program, at an address of this machine.
// expect: pass
// traces: 1 (the server waits for the client to connect, and then to write)
// also:
// cflags: -DEARLY
// expect: fail assertion
// at: BUG
// also:
// cflags: -DFAMILY=AF_INET6 -DADDRESS=six
// expect: pass
// traces: 1
#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef FAMILY
#define FAMILY AF_INET
#define ADDRESS four
#endif

static int server, client;
static struct sockaddr_in four;
static struct sockaddr_in6 six;

static void *serve(void *arg) {
  char c;
#ifdef EARLY
  assert(listen(server, 1) == 0); /* too late, perhaps */
#endif
  const int connection = accept(server, NULL, NULL);
  assert(connection >= 0 && read(connection, &c, 1) == 1 && c == 'c');
  return arg;
}

static void *call(void *arg) {
  assert(connect(client, (struct sockaddr *)&ADDRESS, sizeof ADDRESS) == 0); /* BUG */
  assert(write(client, "c", 1) == 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  socklen_t length = sizeof ADDRESS;
  four = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  six = (struct sockaddr_in6){.sin6_family = AF_INET6, .sin6_addr = in6addr_loopback};
  server = socket(FAMILY, SOCK_STREAM, 0);
  client = socket(FAMILY, SOCK_STREAM, 0);
  assert(bind(server, (struct sockaddr *)&ADDRESS, sizeof ADDRESS) == 0);
  assert(getsockname(server, (struct sockaddr *)&ADDRESS, &length) == 0);
  assert(length == sizeof ADDRESS && (four.sin_port || six.sin6_port));
#ifndef EARLY
  assert(listen(server, 1) == 0);
#endif
  pthread_create(&a, NULL, serve, NULL);
  pthread_create(&b, NULL, call, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
