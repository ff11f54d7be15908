// At the end come handlers and destructors of static objects, the last registered first, and then
// functions with the attribute `destructor`, those of the highest priority first.
// expect: pass
// traces: 2 (orders of the two updates of shared)
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>

static std::atomic<int> shared;
static int stage;

static struct before_main {
  ~before_main() {
    assert(stage++ == 2);
  }
} object;

__attribute__((destructor(102))) static void third() {
  assert(stage++ == 4);
}

__attribute__((destructor(101))) static void fourth() {
  assert(stage == 5);
}

__attribute__((destructor)) static void second() {
  assert(stage++ == 3);
}

int main() {
  assert(stage == 0);
  std::atexit([] { assert(stage++ == 1); });
  static struct in_main {
    ~in_main() {
      assert(stage++ == 0);
    }
  } local;
  std::thread a([] { shared = 1; }), b([] { shared++; });
  a.join();
  b.join();
  return 0;
}
