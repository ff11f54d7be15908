// Addresses of other machines are not supported, also for datagrams, and that is said.
// expect: unsupported
// at: BUG
// message: address of another machine
// also:
// cflags: -DDATAGRAM
// expect: unsupported
// message: address of another machine
#include <arpa/inet.h>
#include <pthread.h>
#include <sys/socket.h>

static void *call(void *arg) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(80)};
#ifdef DATAGRAM
  const int client = socket(AF_INET, SOCK_DGRAM, 0);
#else
  const int client = socket(AF_INET, SOCK_STREAM, 0);
#endif
  inet_pton(AF_INET, "192.0.2.1", &at.sin_addr);
  connect(client, (struct sockaddr *)&at, sizeof at); /* BUG */
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, call, NULL);
  pthread_join(thread, NULL);
  return 0;
}
