// To leave a thread that waits for a while is no preemption: the ways of C++. main stores 1, waits,
// and stores 2; the other thread sees the 1 only if main is left while it waits.
// options: --keep-going --preemption-bound=0
// expect: fail assertion
// errors: 6 (one for each way to wait)
// cflags: -std=c++20
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <ravel.h>
#include <semaphore>
#include <shared_mutex>
#include <thread>

using namespace std::chrono_literals;

std::atomic<int> x;
static int way;

#define SEES(number)                                                                               \
  case number:                                                                                     \
    assert(x != 1 && #number);                                                                     \
    break

static void look() {
  switch (way) {
    SEES(0);
    SEES(1);
    SEES(2);
    SEES(3);
    SEES(4);
    SEES(5);
  }
}

static std::timed_mutex mutex;
static std::shared_timed_mutex shared;
static std::counting_semaphore<4> semaphore(0);

static void wait_for_a_while() {
  std::mutex own;
  std::condition_variable condition;
  std::promise<int> promise;
  switch (way) {
  case 0:
    (void)mutex.try_lock_for(1s);
    break;
  case 1:
    (void)shared.try_lock_for(1s);
    break;
  case 2:
    (void)semaphore.try_acquire_for(1s);
    break;
  case 3: {
    std::unique_lock<std::mutex> lock(own);
    condition.wait_for(lock, 1s);
    break;
  }
  case 4:
    promise.get_future().wait_for(1s);
    break;
  case 5:
    std::this_thread::sleep_for(1s);
    break;
  }
}

int main() {
  mutex.lock();
  shared.lock_shared();
  way = ravel_choose(6);
  x = 3;
  std::thread other(look);
  x = 1;
  wait_for_a_while();
  x = 2;
  other.join();
}
