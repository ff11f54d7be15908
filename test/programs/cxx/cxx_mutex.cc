// std::thread, std::mutex and std::lock_guard around a plain counter.
// expect: pass
// traces: 6 (3! orders of the critical sections)
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex mutex;
static int counter;

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++)
    threads.emplace_back([] {
      std::lock_guard<std::mutex> guard(mutex);
      counter++;
    });
  for (std::thread &thread : threads)
    thread.join();
  assert(counter == 3);
  return 0;
}
