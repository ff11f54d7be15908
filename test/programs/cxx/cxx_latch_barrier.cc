// std::latch: whoever has waited sees what was done before the counts; std::barrier: its completion
// runs once in each phase, with all threads arrived.
// cflags: -std=c++20
// expect: pass
#include <barrier>
#include <cassert>
#include <latch>
#include <thread>

static int before[2], phases;

static void complete() noexcept {
  phases++;
}

int main() {
  std::latch latch(2);
  std::barrier barrier(2, complete);
  auto body = [&](int me) {
    before[me] = 1;
    latch.arrive_and_wait();
    assert(before[0] + before[1] == 2);
    barrier.arrive_and_wait();
    assert(phases == 1);
  };
  std::thread thread(body, 1);
  body(0);
  thread.join();
  return 0;
}
