// Peterson's algorithm with std::atomic, whose loads are all one function where nothing is inlined.
// expect: pass
// cflags: -O0
// bounded: 0
// also:
// cflags: -O1
// expect: pass
#include <atomic>
#include <cassert>
#include <thread>

/* Not static: clang would make a variable on the stack of `turn`, which only one function uses. */
std::atomic<int> wants[2], turn;
static int counter;

static void thread(int me) {
  int other = 1 - me;
  wants[me] = 1;
  turn = other;
  while (wants[other] && turn == other)
    ;
  counter++;
  wants[me] = 0;
}

int main() {
  std::thread a(thread, 0), b(thread, 1);
  a.join();
  b.join();
  assert(counter == 2);
}
