// A supervisor starts a worker again when it has crashed. A client that is told of the worker's end
// asks for the new one. The mistake: it waits for an answer of the old one.
#include <assert.h>
#include <stdint.h>

#include "ravel_mailbox.h"

enum { WHO, WORKER, REQUEST, ANSWER, BYE, CRASHES = 2 };

struct question {
  ravel_process client, ended; // who asks, and which worker is known to have ended
};

static void *worker(void *may_crash) {
  ravel_process client = ravel_receive(REQUEST).data;
  if (may_crash && ravel_choose(2))
    ravel_exit(1);
  ravel_send(client, ANSWER, NULL);
  return NULL;
}

static void *client(void *argument) {
  ravel_process supervisor = argument;
  struct ravel_message message;
  struct question questions[CRASHES + 1] = {{NULL, NULL}};
  for (int i = 0; i <= CRASHES; i++) {
    questions[i].client = ravel_self();
    ravel_send(supervisor, WHO, &questions[i]);
    ravel_process now = ravel_receive(WORKER).data;
#ifdef BROKEN
    ravel_send(now, REQUEST, ravel_self());
    message = ravel_receive(ANSWER);
#else
    ravel_monitor(now);
    ravel_send(now, REQUEST, ravel_self());
    message = ravel_receive(RAVEL_ANY);
#endif
    if (message.tag == ANSWER)
      break;
    assert(i < CRASHES); /* the last worker does not crash */
    questions[i + 1].ended = now;
  }
  ravel_send(supervisor, BYE, NULL);
  return NULL;
}

int main(void) {
  intptr_t crashes = CRASHES;
  ravel_process now = ravel_spawn_mortal(worker, (void *)crashes);
  ravel_monitor(now);
  ravel_spawn(client, ravel_self());
  for (;;) {
    struct ravel_message message = ravel_receive(RAVEL_ANY);
    const struct question *question = message.tag == WHO ? message.data : NULL;
    if (message.tag == BYE)
      return 0;
    if (question && question->ended == now)
      message = ravel_receive(RAVEL_DOWN);
    if (message.tag == RAVEL_DOWN && ravel_reason(message.data) != 0) {
      now = ravel_spawn_mortal(worker, (void *)--crashes);
      ravel_monitor(now);
    }
    if (question)
      ravel_send(question->client, WORKER, now);
  }
}
