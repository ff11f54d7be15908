// thread_local objects with constructors and destructors, one per thread and execution.
// expect: pass
// traces: 2 (orders of the two updates of shared)
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> shared{0};
static int made[3], unmade[3];

struct tracer {
  int number = 0;
  ~tracer() {
    unmade[number]++;
  }
  void name(int n) {
    assert(number == 0);
    number = n;
    made[n]++;
  }
};

static thread_local tracer mine;

static void thread(int number) {
  mine.name(number);
  assert(shared++ >= 0);
  assert(mine.number == number);
}

int main() {
  std::thread a(thread, 1), b(thread, 2);
  a.join();
  b.join();
  assert(made[1] == 1 && made[2] == 1);
  assert(unmade[1] == 1 && unmade[2] == 1);
  return 0;
}
