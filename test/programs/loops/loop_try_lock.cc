// Three threads get a std::mutex by trying until they have it.
// expect: pass
// compiler: gcc (clang tries once before the loop: one more place, and one more event)
// traces: 6 (3!)
#include <mutex>
#include <thread>

static std::mutex mutex;
static int counter;

static void run() {
  while (!mutex.try_lock())
    std::this_thread::yield();
  counter++;
  mutex.unlock();
}

int main() {
  std::thread a(run), b(run), c(run);
  a.join();
  b.join();
  c.join();
  return counter != 3;
}
