// One round of Paxos: two proposers, two acceptors, and a majority is both of them. What a proposer
// asks an acceptor to accept may be lost. No two values are chosen. The mistake: an acceptor
// forgets what it has promised.
#include <assert.h>
#include <stdint.h>

#include "ravel_mailbox.h"

enum { START, PREPARE, PROMISE, ACCEPT, LOST, DONE, N = 2 };

struct acceptor {
  int promised, ballot, value; // the ballot and the value that were accepted last
  int accepted[N + 1];         // the value that was accepted in each ballot
};

struct proposal {
  ravel_process proposer;
  int ballot, value;
};

struct promise {
  int refused, ballot, value;
};

static struct acceptor acceptors[N];
static ravel_process acceptor_processes[N];

static void *acceptor(void *argument) {
  struct acceptor *self = argument;
  ravel_process observer = ravel_receive(START).data;
  for (int left = 2 * N; left; left--) {
    const struct ravel_message message = ravel_receive(RAVEL_ANY);
    const struct proposal *proposal = message.data;
    if (message.tag == PREPARE) {
      struct promise *promise = malloc(sizeof *promise);
      *promise = (struct promise){proposal->ballot < self->promised, self->ballot, self->value};
      if (!promise->refused)
        self->promised = proposal->ballot;
      ravel_send(proposal->proposer, PROMISE, promise);
#ifdef BROKEN
    } else if (message.tag == ACCEPT) {
#else
    } else if (message.tag == ACCEPT && proposal->ballot >= self->promised) {
#endif
      self->promised = self->ballot = proposal->ballot;
      self->value = self->accepted[self->ballot] = proposal->value;
    }
  }
  ravel_send(observer, DONE, NULL);
  return NULL;
}

static void *proposer(void *argument) {
  struct proposal *self = argument;
  int refused = 0, highest = 0;
  self->proposer = ravel_self();
  for (int i = 0; i < N; i++)
    ravel_send(acceptor_processes[i], PREPARE, self);
  for (int i = 0; i < N; i++) {
    struct promise *promise = ravel_receive(PROMISE).data;
    refused |= promise->refused;
    if (promise->ballot > highest) {
      highest = promise->ballot;
      self->value = promise->value;
    }
    free(promise);
  }
  for (int i = 0; i < N; i++)
    ravel_send(acceptor_processes[i], refused || ravel_choose(2) ? LOST : ACCEPT, self);
  return NULL;
}

int main(void) {
  static struct proposal proposals[N] = {{.ballot = 1, .value = 1}, {.ballot = 2, .value = 2}};
  for (int i = 0; i < N; i++) {
    acceptor_processes[i] = ravel_spawn(acceptor, &acceptors[i]);
    ravel_send(acceptor_processes[i], START, ravel_self());
  }
  for (int i = 0; i < N; i++)
    ravel_spawn(proposer, &proposals[i]);
  for (int i = 0; i < N; i++)
    ravel_receive(DONE);
  int chosen = 0;
  for (int ballot = 1; ballot <= N; ballot++) {
    const int value = acceptors[0].accepted[ballot];
    if (value && value == acceptors[1].accepted[ballot]) {
      assert(!chosen || chosen == value); /* one value */
      chosen = value;
    }
  }
  return 0;
}
