// A function-local static whose initialiser throws is tried again by the next who comes.
// expect: pass
#include <atomic>
#include <cassert>
#include <stdexcept>
#include <thread>

static std::atomic<int> attempts{0};

static int initial() {
  if (attempts++ == 0)
    throw std::runtime_error("not yet");
  return 42;
}

static int get() {
  static int value = initial();
  return value;
}

static void use() {
  try {
    assert(get() == 42);
  } catch (const std::runtime_error &) {
  }
}

int main() {
  std::thread a(use), b(use);
  a.join();
  b.join();
  assert(get() == 42);
  assert(attempts == 2);
  return 0;
}
