// Constructors draw random numbers and look at clocks. They get the same in every process: in the
// one that searches, and in the one that repeats an error.
// expect: fail assertion
// at: BUG
#include <atomic>
#include <cassert>
#include <chrono>
#include <ctime>
#include <random>
#include <thread>

static unsigned counter() {
#ifdef __x86_64__
  return (unsigned)__builtin_ia32_rdtsc();
#else
  return 0;
#endif
}

static const unsigned drawn = std::random_device{}();
static const auto began = std::chrono::steady_clock::now();
static const unsigned seconds = (unsigned)std::time(nullptr), counted = counter();

static std::atomic<unsigned> steps, last;

static void work(unsigned n, unsigned self) {
  for (unsigned i = 0; i < n % 4; i++)
    steps += n;
  last = self;
}

int main() {
  assert(std::random_device{}() != drawn); // it goes on where constructors have ended
  assert(std::chrono::steady_clock::now() > began);
  std::thread a(work, drawn ^ counted, 1),
      b(work, (unsigned)began.time_since_epoch().count() ^ seconds, 2);
  a.join();
  b.join();
  assert(last == 2); /* BUG */
}
