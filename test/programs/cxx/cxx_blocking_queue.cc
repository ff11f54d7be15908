// A blocking queue in C++: std::queue, std::mutex, std::condition_variable.
// expect: pass
// libs: -pthread
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

class BlockingQueue {
public:
  void put(int item) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      items.push(item);
    }
    changed.notify_one();
  }
  int take() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [this] { return !items.empty(); });
    int item = items.front();
    items.pop();
    return item;
  }

private:
  std::mutex mutex;
  std::condition_variable changed;
  std::queue<int> items;
};

int main() {
  BlockingQueue queue;
  int first = 0, second = 0;
  std::thread a([&] { first = queue.take(); });
  std::thread b([&] { second = queue.take(); });
  queue.put(1);
  queue.put(2);
  a.join();
  b.join();
  assert(first + second == 3);
}
