// A ticket lock in C++: at -O0 every load of every atomic is at one place.
// expect: pass
// compiler: gcc (clang looks once before the loop: one more place, and one more event)
// traces: 6 (3! orders of the tickets)
// cflags: -O0
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> next_ticket, serving;
static int inside;

static void work() {
  int ticket = next_ticket++;
  while (serving.load() != ticket)
    std::this_thread::yield();
  assert(++inside == 1);
  inside--;
  serving.store(ticket + 1);
}

int main() {
  std::thread a(work), b(work), c(work);
  a.join();
  b.join();
  c.join();
}
