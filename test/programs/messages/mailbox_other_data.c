// A message tells what its own sender has done, and not what others have that sent before.
// expect: fail data-race
// at: BUG
// options: --max-executions 1
#include "ravel_mailbox.h"

static int data;

static void *writer(void *to) {
  data = 1;
  ravel_send((ravel_process)to, 1, NULL);
  return NULL;
}

static void *other(void *to) {
  ravel_send((ravel_process)to, 2, NULL);
  return NULL;
}

int main(void) {
  ravel_spawn(writer, ravel_self());
  ravel_spawn(other, ravel_self());
  ravel_receive(2);
  return data; /* BUG */
}
