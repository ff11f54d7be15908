// A future whose promise is never kept, and is still there.
// expect: fail deadlock
// at: WAIT
#include <future>
#include <thread>

static std::promise<int> promise;

int main() {
  std::future<int> future = promise.get_future();
  std::thread thread([&] { future.wait(); }); /* WAIT */
  thread.join();
  return 0;
}
