/* SDN of ISSTA 2019 is a program of 490 lines that is not known. This one has what its model has: a
 * switch that does not know a packet asks the controller, which installs a rule in both switches
 * and has the packet sent on. Nothing orders the two: the packet may reach the second switch before
 * its rule does, and the controller is asked again. Then the policy, that it is asked once for a
 * packet, is broken. */
#include "ravel_actor.h"

#ifndef PACKETS
#define PACKETS 1
#endif
enum { SWITCHES = 2 };

struct network_switch {
  struct ravel_object object;
  int rule;
};

struct controller {
  struct ravel_object object;
  int asked;
};

struct host {
  struct ravel_object object;
  int got;
};

static struct network_switch switches[SWITCHES];
static struct controller controller = {RAVEL_OBJECT, 0};
static struct host host = {RAVEL_OBJECT, 0};
static int broken;

static void *packet_in(void *self, void *packet);

static void *deliver(void *self, void *packet) {
  struct host *its = self;
  its->got++;
  return packet;
}

static void send_on(struct network_switch *from, void *packet) {
  if (from == &switches[SWITCHES - 1])
    ravel_tell(&host, deliver, packet);
  else
    ravel_tell(from + 1, packet_in, packet);
}

static void *install(void *self, void *unused) {
  struct network_switch *its = self;
  its->rule = 1;
  return unused;
}

static void *packet_out(void *self, void *packet) {
  send_on(self, packet);
  return NULL;
}

static void *ask(void *self, void *from) {
  struct controller *its = self;
  if (++its->asked > PACKETS)
    broken = 1;
  for (int i = 0; i < SWITCHES; i++)
    ravel_tell(&switches[i], install, NULL);
  ravel_tell(from, packet_out, NULL);
  return NULL;
}

static void *packet_in(void *self, void *packet) {
  struct network_switch *its = self;
  if (its->rule)
    send_on(its, packet);
  else
    ravel_tell(&controller, ask, its);
  return NULL;
}

int main(void) {
  for (int i = 0; i < PACKETS; i++)
    ravel_tell(&switches[0], packet_in, NULL);
  pthread_exit(NULL);
}
