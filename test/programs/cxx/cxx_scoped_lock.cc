// std::scoped_lock of two mutexes in opposite orders does not deadlock, and it ends.
// cflags: -std=c++17
// expect: pass
// traces: 6 (3! orders of the sections, each of which has a)
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;
static int both;

int main() {
  std::thread thread([] {
    std::scoped_lock lock(a, b);
    both++;
  });
  std::thread third([] {
    std::lock_guard lock(a);
    both++;
  });
  {
    std::scoped_lock lock(b, a);
    both++;
  }
  thread.join();
  third.join();
  assert(both == 3);
  return 0;
}
