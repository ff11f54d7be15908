// A thread pool is shut down: `stopping` is set and everybody is woken, but not under the mutex. A
// worker that has just looked at it, and does not sleep yet, misses the wakeup and sleeps for ever.
//
//     ravel check examples/pool.cc
//     ravel check -DFIXED examples/pool.cc
//
// That `stopping` is atomic does not help. The fix: set it while holding the mutex.
//
// expect: fail deadlock
// also:
// cflags: -DFIXED
// expect: pass
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>

class Pool {
public:
  Pool() : worker([this] { work(); }) {
  }

  ~Pool() {
    {
#ifdef FIXED
      std::lock_guard<std::mutex> guard(mutex);
#endif
      stopping = true;
    }
    changed.notify_all();
    worker.join();
  }

  void submit(std::function<void()> job) {
    std::lock_guard<std::mutex> guard(mutex);
    jobs.push(std::move(job));
    changed.notify_one();
  }

private:
  void work() {
    std::unique_lock<std::mutex> guard(mutex);
    for (;;) {
      changed.wait(guard, [this] { return stopping || !jobs.empty(); });
      if (jobs.empty())
        return;
      auto job = std::move(jobs.front());
      jobs.pop();
      guard.unlock();
      job();
      guard.lock();
    }
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::queue<std::function<void()>> jobs;
  std::atomic<bool> stopping{false};
  std::thread worker; // last: it uses all of the above
};

int main() {
  std::atomic<int> done{0};
  {
    Pool pool;
    pool.submit([&done] { done++; });
  }
  return done == 1 ? 0 : 1;
}
