// A loop whose load is in a function that is called, and the swap a weak one.
// expect: pass
// traces: 6 (3!)
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<long> counter;

__attribute__((noinline)) static long get() {
  return counter.load();
}

static void count() {
  long value;
  do
    value = get();
  while (!counter.compare_exchange_weak(value, value + 1));
}

int main() {
  std::thread a(count), b(count), c(count);
  a.join();
  b.join();
  c.join();
  assert(counter == 3);
}
