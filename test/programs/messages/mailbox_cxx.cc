// Mailboxes from C++, with an object as the message's data.
// expect: pass
// traces: 2 (the orders of the two messages)
// libs: -pthread
#include <cassert>
#include <memory>
#include <string>

#include "ravel_mailbox.h"

static void *sender(void *to) {
  ravel_send(static_cast<ravel_process>(to), 1, new std::string("Ravel"));
  return nullptr;
}

int main() {
  for (int i = 0; i < 2; i++)
    ravel_spawn(sender, ravel_self());
  std::string all;
  for (int i = 0; i < 2; i++)
    all += *std::unique_ptr<std::string>(static_cast<std::string *>(ravel_receive(1).data));
  assert(all == "RavelRavel");
}
