// Two-phase commit. The coordinator asks two participants to vote, and tells them to commit if both
// vote yes. It may crash before it has told the second one. A participant that is told of its end
// and was told no decision asks the other. The mistake: it aborts.
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

#include "ravel_mailbox.h"

enum { START, PREPARE, VOTE, DECISION, KNOWN };
enum { NOTHING, COMMIT, ABORT };

struct participant {
  ravel_process coordinator, other;
};

static atomic_int outcomes; // a bit for each that somebody has come to

static void *coordinator(void *argument) {
  ravel_process participants[2];
  intptr_t decision = COMMIT;
  (void)argument;
  for (int i = 0; i < 2; i++)
    participants[i] = ravel_receive(START).data;
  for (int i = 0; i < 2; i++)
    ravel_send(participants[i], PREPARE, NULL);
  for (int i = 0; i < 2; i++)
    if (ravel_receive(VOTE).data == (void *)ABORT)
      decision = ABORT;
  ravel_send(participants[0], DECISION, (void *)decision);
  if (ravel_choose(2))
    ravel_exit(1); // crashes
  ravel_send(participants[1], DECISION, (void *)decision);
  return NULL;
}

static int is_decision_or_end(const struct ravel_message *message, void *argument) {
  (void)argument;
  return message->tag == DECISION || message->tag == RAVEL_DOWN;
}

static void *participant(void *argument) {
  const struct participant *self = ravel_receive(START).data;
  struct ravel_message message;
  (void)argument;
  ravel_receive(PREPARE);
  const intptr_t vote = ravel_choose(2) ? COMMIT : ABORT;
  intptr_t outcome = vote == ABORT ? ABORT : NOTHING;
  ravel_monitor(self->coordinator);
  ravel_send(self->coordinator, VOTE, (void *)vote);
  ravel_receive_if(is_decision_or_end, NULL, RAVEL_FOREVER, &message);
  if (message.tag == DECISION) {
    outcome = (intptr_t)message.data;
    ravel_receive(RAVEL_DOWN);
  }
#ifdef BROKEN
  if (outcome == NOTHING)
    outcome = ABORT;
#else
  if (ravel_reason(self->coordinator) != 0) {
    ravel_send(self->other, KNOWN, (void *)outcome);
    message = ravel_receive(KNOWN);
    if (outcome == NOTHING)
      outcome = (intptr_t)message.data;
  }
#endif
  assert((atomic_fetch_or(&outcomes, outcome) | outcome) != (COMMIT | ABORT)); /* they agree */
  return NULL;
}

int main(void) {
  static struct participant participants[2];
  ravel_process all[2], first = ravel_spawn_mortal(coordinator, NULL);
  for (int i = 0; i < 2; i++)
    all[i] = ravel_spawn(participant, NULL);
  for (int i = 0; i < 2; i++) {
    participants[i] = (struct participant){first, all[1 - i]};
    ravel_send(all[i], START, &participants[i]);
    ravel_send(first, START, all[i]);
  }
  pthread_exit(NULL);
}
