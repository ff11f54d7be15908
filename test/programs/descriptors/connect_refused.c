// A client that is refused has no name: it may be bound to one, and try again.
// expect: pass
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in at(unsigned port) {
  return (struct sockaddr_in){.sin_family = AF_INET,
                              .sin_port = htons((unsigned short)port),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

int main(void) {
  const struct sockaddr_in server = at(2000), own = at(3000);
  struct sockaddr_in found;
  socklen_t length = sizeof found;
  const int client = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  assert(connect(client, (const struct sockaddr *)&server, sizeof server) == -1);
  assert(errno == ECONNREFUSED);
  assert(bind(client, (const struct sockaddr *)&own, sizeof own) == 0);
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  assert(bind(listener, (const struct sockaddr *)&server, sizeof server) == 0);
  assert(listen(listener, 1) == 0);
  assert(connect(client, (const struct sockaddr *)&server, sizeof server) == 0);
  assert(getsockname(client, (struct sockaddr *)&found, &length) == 0);
  assert(found.sin_port == own.sin_port);
  close(client);
  close(listener);
  return 0;
}
