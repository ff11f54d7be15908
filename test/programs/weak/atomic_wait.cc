// wait() and notify_one() of a C++ atomic: what the store releases, who waited has acquired.
// options: --memory=c11
// algorithms: optimal
// cflags: -std=c++20 -DSTORE=std::memory_order_release
// expect: pass
// traces: 2 (the waiting thread finds the value, or waits and is woken)
// also: --memory=c11
// algorithms: optimal
// cflags: -std=c++20 -DSTORE=std::memory_order_relaxed
// expect: fail data-race
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> ready;
static int data;

int main() {
  std::thread t([] {
    data = 1;
    ready.store(1, STORE);
    ready.notify_one();
  });
  ready.wait(0, std::memory_order_acquire);
  assert(data == 1);
  t.join();
}
