// Threads of C++ get an object each; where these are equal, the threads are symmetric.
// expect: pass
// traces: 576 (4! orders of the stores; before the k-th, its load is in one of k places: 1 * 2 * 3 * 4)
// algorithms: dpor source optimal
//
// also: --symmetry
// expect: pass
// traces: 24 (the places of the loads)
// algorithms: dpor source optimal
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

static std::atomic<int> counter;

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back([] {
      const int old = counter.load();
      counter.store(old + 1);
    });
  for (auto &thread : threads)
    thread.join();
  assert(counter.load() >= 1);
}
