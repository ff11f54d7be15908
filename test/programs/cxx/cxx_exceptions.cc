// Exceptions thrown and caught in two threads that take turns in the middle of them.
// expect: pass
// traces: 20 (6 choose 3: both threads update shared three times)
#include <atomic>
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

static std::atomic<int> shared{0};

struct toucher {
  ~toucher() {
    assert(shared++ >= 0); // runs while the exception is on its way
  }
};

static void fail(const char *what) {
  toucher touch;
  throw std::runtime_error(what);
}

static void thread(const char *what) {
  assert(std::uncaught_exceptions() == 0);
  try {
    assert(shared++ >= 0);
    fail(what);
    assert(!"nothing was thrown");
  } catch (const std::runtime_error &error) {
    assert(shared++ >= 0);
    assert(error.what() == std::string(what));
    assert(std::current_exception() != nullptr);
  }
  assert(std::current_exception() == nullptr);
}

int main() {
  std::thread a(thread, "first"), b(thread, "second");
  a.join();
  b.join();
  assert(shared == 6);
  return 0;
}
