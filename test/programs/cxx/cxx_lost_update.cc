// std::atomic, read and written in two operations.
// expect: fail assertion
// at: BUG
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter{0};

static void increment() {
  int seen = counter.load();
  counter.store(seen + 1);
}

int main() {
  std::thread a(increment), b(increment);
  a.join();
  b.join();
  assert(counter == 2); /* BUG */
  return 0;
}
