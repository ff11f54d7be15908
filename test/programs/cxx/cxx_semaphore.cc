// std::counting_semaphore: two places for three threads; std::binary_semaphore as a handover.
// cflags: -std=c++20
// expect: pass
#include <atomic>
#include <cassert>
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> places(2);
static std::binary_semaphore handover(0);
static std::atomic<int> inside;
static int value;

static void visit() {
  places.acquire();
  assert(inside.fetch_add(1) < 2);
  inside.fetch_sub(1);
  places.release();
}

int main() {
  std::thread a(visit), b([] {
    visit();
    value = 1;
    handover.release();
  });
  handover.acquire();
  assert(value == 1);
  a.join();
  b.join();
  return 0;
}
