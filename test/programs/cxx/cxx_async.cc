// std::async in a thread of its own, deferred, and packaged tasks; an exception crosses.
// expect: pass
#include <cassert>
#include <future>
#include <thread>

static int half(int n) {
  if (n % 2)
    throw n;
  return n / 2;
}

int main() {
  std::future<int> now = std::async(std::launch::async, half, 8);
  std::future<int> later = std::async(std::launch::deferred, half, 6);
  assert(now.get() == 4);
  assert(later.get() == 3);
  std::packaged_task<int(int)> task(half);
  std::future<int> odd = task.get_future();
  std::thread thread(std::move(task), 7);
  try {
    odd.get();
    assert(false);
  } catch (int n) {
    assert(n == 7);
  }
  thread.join();
  return 0;
}
