// Processes that have nothing in common but messages can have races, too. The bank handles one
// message at a time, but between a customer's question and the withdrawal another can come. The
// fix: the bank looks at the balance again when it handles the withdrawal.
// expect: fail assertion
// at: overdrawn
#include <assert.h>
#include <stdint.h>

#include "ravel_mailbox.h"

enum { QUESTION, WITHDRAWAL, BALANCE, LEAVING }; // what messages are about

struct customer {
  ravel_process process, bank;
  int amount;
};

static void *bank(void *customers) {
  int balance = 100;
  for (intptr_t left = (intptr_t)customers; left;) {
    const struct ravel_message message = ravel_receive(RAVEL_ANY);
    const struct customer *who = message.data;
    if (message.tag == QUESTION)
      ravel_send(who->process, BALANCE, (void *)(intptr_t)balance);
    else if (message.tag == WITHDRAWAL)
      balance -= who->amount;
    else
      left--;
    assert(balance >= 0); /* overdrawn */
  }
  return NULL;
}

static void *customer(void *argument) {
  struct customer *self = argument;
  self->process = ravel_self();
  ravel_send(self->bank, QUESTION, self);
  if ((intptr_t)ravel_receive(BALANCE).data >= self->amount)
    ravel_send(self->bank, WITHDRAWAL, self);
  ravel_send(self->bank, LEAVING, self);
  return NULL;
}

int main(void) {
  static struct customer alice, bob;
  alice.bank = bob.bank = ravel_spawn(bank, (void *)2);
  alice.amount = 60;
  bob.amount = 70;
  ravel_spawn(customer, &alice);
  ravel_spawn(customer, &bob);
  pthread_exit(NULL); // the others go on
}
