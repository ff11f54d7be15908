// Sending is a step of its own.
// expect: unsupported
// message: sending a message inside an atomic block is not supported
// at: HERE
#include "ravel.h"
#include "ravel_mailbox.h"

int main(void) {
  ravel_atomic {
    ravel_send(ravel_self(), 0, NULL); /* HERE */
  }
  return 0;
}
