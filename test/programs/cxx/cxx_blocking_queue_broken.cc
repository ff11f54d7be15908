// A blocking queue whose size is looked at without the lock.
// compiler: gcc (clang 14 does not report accesses to fields of a local variable)
// expect: fail data-race
// libs: -pthread
#include <mutex>
#include <queue>
#include <thread>

class Queue {
public:
  void put(int item) {
    std::lock_guard<std::mutex> lock(mutex);
    items.push(item);
  }
  bool empty() const {
    return items.empty();
  }

private:
  std::mutex mutex;
  std::queue<int> items;
};

int main() {
  Queue queue;
  std::thread putter([&] { queue.put(1); });
  bool none = queue.empty();
  putter.join();
  return none && queue.empty();
}
