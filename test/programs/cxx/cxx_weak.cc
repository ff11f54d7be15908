// compare_exchange_weak of C++: a try-lock that takes a failure for a lock that is held.
// compiler: gcc (clang does not say which ones are weak)
// expect: pass
// not_covered: weak compare-and-swap
// also: --spurious
// compiler: gcc
// expect: fail assertion
// at: GOT
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<long> lock;

int main() {
  std::thread other([] {
    long expected = 1;
    lock.compare_exchange_strong(expected, 2);
  });
  long expected = 0;
  const bool got = lock.compare_exchange_weak(expected, 1, std::memory_order_acquire);
  assert(got); /* GOT */
  other.join();
}
