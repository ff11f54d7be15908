// std::condition_variable: a queue between two threads, with waits that may time out.
// expect: pass
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static std::queue<int> items;

static void produce() {
  std::lock_guard<std::mutex> guard(mutex);
  items.push(42);
  changed.notify_one();
}

static void consume() {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [] { return !items.empty(); });
  assert(items.front() == 42);
}

static void look() {
  std::unique_lock<std::mutex> lock(mutex);
  if (changed.wait_for(lock, std::chrono::seconds(1), [] { return !items.empty(); }))
    assert(items.front() == 42);
  changed.notify_one(); /* it may have been woken in place of the other one */
}

int main() {
  std::thread a(consume), b(look), c(produce);
  a.join();
  b.join();
  c.join();
  return 0;
}
