// An exception that leaves a thread, with its type and what it says.
// expect: fail abort
// at: BUG
// message: ^uncaught exception of type std::out_of_range: no such key$
#include <atomic>
#include <stdexcept>
#include <thread>

static std::atomic<int> ready;

static void look() {
  if (!ready)
    throw std::out_of_range("no such key"); /* BUG */
}

int main() {
  std::thread thread(look);
  ready = 1;
  thread.join();
  return 0;
}
