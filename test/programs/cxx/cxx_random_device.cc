// What a random device gives is the same in every execution, and differs from thread to thread.
// expect: pass
// traces: 4 (orders of the stores, and whether the first load comes before the second store)
// also: --reset=memory
// expect: pass
// also: --reset=memory
// cflags: -DFROM_START
// expect: pass
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <random>
#include <thread>

std::atomic<unsigned> last;

int main() {
  unsigned mine, others, seen_by_other;
#ifdef FROM_START
  l64a(1); // not known: it keeps Ravel from returning to states on the way
#endif
  std::thread other([&] {
    others = std::random_device()();
    last = others;
    seen_by_other = last;
  });
  mine = std::random_device()();
  last = mine;
  const unsigned seen = last; // a replay must see the same
  other.join();
  assert(mine != others && (seen == mine || seen == others));
  assert(seen_by_other == mine || seen_by_other == others);
}
