// Recursive and timed mutexes of C++.
// expect: pass
// traces: 3 (the timed attempt before, inside or after the section of the other thread)
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::recursive_timed_mutex mutex;
static int value;

int main() {
  using namespace std::chrono_literals;
  std::thread thread([] {
    std::lock_guard<std::recursive_timed_mutex> outer(mutex), inner(mutex);
    value++;
  });
  auto begin = std::chrono::steady_clock::now();
  if (mutex.try_lock_for(100ms)) {
    value++;
    mutex.unlock();
    assert(std::chrono::steady_clock::now() - begin < 100ms);
  } else {
    assert(std::chrono::steady_clock::now() - begin >= 100ms);
  }
  thread.join();
  assert(value == 1 || value == 2);
  return 0;
}
