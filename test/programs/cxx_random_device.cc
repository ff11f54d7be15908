// What a random device gives is the same in every execution, and differs from thread to thread.
// expect: pass
// traces: 2 (orders of the two updates)
#include <atomic>
#include <cassert>
#include <random>
#include <thread>

std::atomic<unsigned> last;

int main() {
  unsigned mine, others;
  std::thread other([&] {
    others = std::random_device()();
    last = others;
  });
  mine = std::random_device()();
  last = mine;
  other.join();
  assert(mine != others);
}
