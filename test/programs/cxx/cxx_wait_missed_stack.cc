// The same as cxx_wait_missed.cc with an atomic on main's stack, which nobody but the thread that
// waits for it has a pointer to.
// cflags: -std=c++20
// expect: fail deadlock
// also:
// cflags: -std=c++20 -DEARLY
// expect: fail deadlock
// also:
// cflags: -std=c++20 -DONE
// expect: fail deadlock
// also:
// cflags: -std=c++20 -DRIGHT
// expect: pass
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> number = 0;
  std::thread thread([&] { number.wait(0); });
#ifdef ONE /* of two that wait */
  std::thread other([&] { number.wait(0); });
#endif
#ifdef EARLY /* it is notified of nothing */
  number.notify_all();
#endif
  number.store(1);
#ifdef RIGHT
  number.notify_all();
#endif
#ifdef ONE
  number.notify_one();
  other.join();
#endif
  thread.join();
}
