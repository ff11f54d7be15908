// An atomic that is stored to without a notification: whoever waits already is not woken.
// cflags: -std=c++20
// expect: fail deadlock
#include <atomic>
#include <thread>

static std::atomic<int> number;

int main() {
  std::thread thread([] { number.wait(0); });
  number.store(1);
  thread.join();
  return 0;
}
