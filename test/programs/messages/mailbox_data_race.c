// A sender that goes on writing to what it has sent.
// expect: fail data-race
#include "ravel_mailbox.h"

static int data;

static void *sender(void *to) {
  data = 1;
  ravel_send((ravel_process)to, 0, &data);
  data = 2;
  return NULL;
}

int main(void) {
  ravel_spawn(sender, ravel_self());
  return *(int *)ravel_receive(0).data == 0;
}
