// An exception leaves a block, which ends there.
// expect: pass
// traces: 2 (the orders of the two threads' blocks)
#include <cassert>
#include <stdexcept>
#include <thread>

#include "ravel.h"

static int balance = 10;

static bool withdraw(int amount) {
  try {
    ravel_atomic {
      if (balance < amount)
        throw std::runtime_error("not enough");
      balance -= amount;
    }
  } catch (const std::exception &) {
    return false;
  }
  return true;
}

int main() {
  bool mine, others = false;
  std::thread thread([&] { others = withdraw(7); });
  mine = withdraw(7);
  thread.join();
  assert(mine != others && balance == 3);
  return 0;
}
