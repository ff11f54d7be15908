// wait and notify of atomics of several sizes: a value that has been stored before the notification
// is never missed.
// cflags: -std=c++20
// expect: pass
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> number;
static std::atomic<long> wide;
static std::atomic_flag flag;

int main() {
  std::thread thread([] {
    number.wait(0);
    assert(number.load() == 1);
    wide.store(2);
    wide.notify_all();
    flag.wait(false);
  });
  number.store(1);
  number.notify_one();
  wide.wait(0);
  assert(wide.load() == 2);
  flag.test_and_set();
  flag.notify_one();
  thread.join();
  return 0;
}
