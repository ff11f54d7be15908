// std::lock of two unique_locks beside a thread that locks the same mutexes one inside the other,
// and never deadlocks with it.
// expect: pass
// traces: 2 (who is first)
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;
static int both;

int main() {
  std::thread thread([] {
    std::lock_guard<std::mutex> first(a), second(b);
    both++;
  });
  {
    std::unique_lock<std::mutex> second(b, std::defer_lock), first(a, std::defer_lock);
    std::lock(second, first);
    assert(first.owns_lock() && second.owns_lock());
    both++;
  }
  thread.join();
  assert(both == 2);
  return 0;
}
