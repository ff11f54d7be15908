// Two threads send a datagram each to one socket: it gets them whole, in the order in which they
// were sent, and is told from whom each comes.
// expect: pass
// traces: 4 (the one or the other is first, and is received before or after the other is sent)
// also:
// cflags: -DORDERED
// expect: fail assertion
// at: BUG
// also:
// cflags: -DTAKES=3
// expect: fail deadlock
// also:
// cflags: -DCONNECTED=1
// expect: pass
// traces: 4 (the same)
// also:
// cflags: -DUDP
// expect: pass
// traces: 4 (the same)
// also:
// cflags: -DUDP -DTAKES=3
// expect: fail deadlock
// also:
// cflags: -DUDP -DCONNECTED=1
// expect: pass
// traces: 4 (the same)
// also:
// cflags: -DUDP -DCONNECTED=2
// expect: pass
// traces: 4 (the same)
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef TAKES
#define TAKES 2
#endif

union address {
  struct sockaddr any;
  struct sockaddr_in in;
  struct sockaddr_un un;
};

static int receiver, senders[2];
static union address addresses[3];
static socklen_t lengths[3];

static void make_address(int i) {
#ifdef UDP
  addresses[i].in.sin_family = AF_INET;
  addresses[i].in.sin_port = htons((uint16_t)(7100 + i));
  addresses[i].in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  lengths[i] = sizeof addresses[i].in;
#else
  addresses[i].un.sun_family = AF_UNIX;
  lengths[i] = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
                           sprintf(addresses[i].un.sun_path + 1, "senders-%d", i));
#endif
}

static int make_socket(int i) {
#ifdef UDP
  const int made = socket(AF_INET, SOCK_DGRAM, 0);
#else
  const int made = socket(AF_UNIX, SOCK_DGRAM, 0);
#endif
  make_address(i);
  assert(made >= 0 && bind(made, &addresses[i].any, lengths[i]) == 0);
  return made;
}

static void *tell(void *arg) {
  const int i = (int)((int *)arg - senders);
  const char text[3] = {(char)('0' + i), 'x', 'y'};
#ifdef CONNECTED
  if (CONNECTED == 2)
    assert(connect(senders[i], &addresses[2].any, lengths[2]) == 0);
  assert(send(senders[i], text, sizeof text - (size_t)i, 0) == 3 - i);
#else
  assert(sendto(senders[i], text, sizeof text - (size_t)i, 0, &addresses[2].any, lengths[2]) ==
         3 - i);
#endif
  return arg;
}

int main(void) {
  pthread_t threads[2];
  receiver = make_socket(2);
  for (int i = 0; i < 2; i++)
    senders[i] = make_socket(i);
#ifdef CONNECTED
  for (int i = 0; i < 2 && CONNECTED == 1; i++)
    assert(connect(senders[i], &addresses[2].any, lengths[2]) == 0);
#endif
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, tell, &senders[i]);
  for (int n = 0; n < TAKES; n++) {
    char text[8];
    union address from;
    socklen_t length = sizeof from;
    const ssize_t got = recvfrom(receiver, text, sizeof text, 0, &from.any, &length);
    const int i = text[0] - '0';
    assert(i >= 0 && i < 2 && got == 3 - i && memcmp(text + 1, "xy", (size_t)(2 - i)) == 0);
    assert(length == lengths[i] && memcmp(&from, &addresses[i], length) == 0);
#ifdef ORDERED
    assert(i == n); /* BUG */
#endif
  }
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
