// Ownership that moves through a mutex: right.
// expect: pass
// traces: 2 (who locks first)
#include <memory>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::unique_ptr<int> slot;

int main() {
  std::thread producer([] {
    auto made = std::make_unique<int>(5);
    std::lock_guard<std::mutex> guard(mutex);
    slot = std::move(made);
  });
  std::unique_ptr<int> mine;
  {
    std::lock_guard<std::mutex> guard(mutex);
    mine = std::move(slot);
  }
  int value = mine ? *mine : 5;
  producer.join();
  return value - 5;
}
