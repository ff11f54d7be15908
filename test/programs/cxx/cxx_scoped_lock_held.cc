// What std::scoped_lock has locked is held, for those who lock or try one of the mutexes.
// cflags: -std=c++17
// options: --keep-going
// expect: fail deadlock
// traces: 5 (both before post: b tried before or after; else b tried before, while held, after)
// errors: 1
// also: --keep-going --algorithm=unfold
// cflags: -std=c++17
// algorithms: optimal
// expect: fail deadlock
// traces: 5
// errors: 1
#include <mutex>
#include <semaphore.h>
#include <thread>

static std::mutex a, b;
static sem_t posted;

int main() {
  sem_init(&posted, 0, 0);
  std::thread both([] {
    std::scoped_lock lock(a, b);
    sem_wait(&posted);
  });
  std::thread post([] {
    std::lock_guard lock(a);
    sem_post(&posted);
  });
  std::thread attempt([] {
    if (b.try_lock())
      b.unlock();
  });
  both.join();
  post.join();
  attempt.join();
  return 0;
}
