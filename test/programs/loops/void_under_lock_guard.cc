// A queue that is polled under a std::mutex, with a lock guard, and one under a spin lock.
// expect: pass
#include <cassert>
#include <mutex>
#include <pthread.h>
#include <thread>

static std::mutex mutex;
static pthread_spinlock_t spin;
static int length, taken;

static bool take() {
  std::lock_guard<std::mutex> guard(mutex);
  if (length == 0)
    return false;
  length--;
  return true;
}

static bool was_taken() {
  pthread_spin_lock(&spin);
  const bool result = taken != 0;
  pthread_spin_unlock(&spin);
  return result;
}

int main() {
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  std::thread consumer([] {
    while (!take())
      ;
    pthread_spin_lock(&spin);
    taken = 1;
    pthread_spin_unlock(&spin);
  });
  {
    std::lock_guard<std::mutex> guard(mutex);
    length++;
  }
  while (!was_taken())
    ;
  assert(length == 0);
  consumer.join();
  return 0;
}
