// std::shared_mutex: readers share, a writer does not.
// expect: pass
// cflags: -std=c++17
// traces: 4 (each of two readers comes before the writer or after it)
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static int first, second;

static void read() {
  std::shared_lock<std::shared_mutex> lock(mutex);
  assert(first == second);
}

static void write() {
  std::unique_lock<std::shared_mutex> lock(mutex);
  first++;
  second++;
}

int main() {
  std::thread a(read), b(write), c(read);
  a.join();
  b.join();
  c.join();
  return 0;
}
