// A function that ends by a jump has no frame any more: what its caller has lent to a thread is not
// taken for its own.
// expect: pass
// cflags: -O2
#include <thread>

static int calls;
static std::thread *thread;

__attribute__((noinline)) static void count() {
  calls++;
}

__attribute__((noinline)) static void wrap() {
  int local = calls;
  count();
  calls += local;
}

__attribute__((noinline)) static int lend() {
  int sum = 0;
  thread = new std::thread([&sum] { sum++; });
  wrap();
  wrap();
  thread->join();
  delete thread;
  return sum;
}

int main() {
  return lend() != 1;
}
