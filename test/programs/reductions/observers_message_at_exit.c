// What is received when the program ends is received, though it is no step: an exit handler takes
// the message that came first.
// expect: fail assertion
// message: == 1
// options: --observers
// algorithms: source optimal
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "ravel_mailbox.h"

static ravel_process receiver;

static void look(void) {
  assert((intptr_t)ravel_receive(RAVEL_ANY).data == 1);
}

static void *sender(void *number) {
  ravel_send(receiver, 0, number);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  receiver = ravel_self();
  atexit(look);
  pthread_create(&first, NULL, sender, (void *)1);
  pthread_create(&second, NULL, sender, (void *)2);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
