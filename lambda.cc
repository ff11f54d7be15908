#include <cassert>
#include <mutex>
#include <thread>
static void worker(std::mutex &lock, int &count) {
  std::lock_guard<std::mutex> guard(lock);
  count++;
}
int main() {
  std::mutex m;
  int count = 0;
  std::thread a(worker, std::ref(m), std::ref(count));
  std::thread b([&] {
    std::lock_guard<std::mutex> guard(m);
    count++;
  });
  a.join();
  b.join();
  assert(count == 3);
}
