// A timed attempt to acquire a semaphore: it gets one, or its time is over.
// cflags: -std=c++20
// expect: pass
// traces: 2 (the release before or after the attempt)
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

static std::binary_semaphore semaphore(0);

int main() {
  using namespace std::chrono_literals;
  std::thread thread([] { semaphore.release(); });
  auto begin = std::chrono::steady_clock::now();
  bool got = semaphore.try_acquire_for(50ms);
  assert(got == (std::chrono::steady_clock::now() - begin < 50ms));
  thread.join();
  assert(semaphore.try_acquire() == !got);
  return 0;
}
