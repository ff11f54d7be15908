// A value, and an exception, from one thread to another through a promise and its future.
// expect: pass
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::promise<int> value, failure;
  std::future<int> first = value.get_future(), second = failure.get_future();
  std::thread thread([&] {
    value.set_value(42);
    failure.set_exception(std::make_exception_ptr(std::runtime_error("late")));
  });
  assert(first.get() == 42);
  try {
    second.get();
    assert(false);
  } catch (const std::runtime_error &error) {
    assert(std::string(error.what()) == "late");
  }
  thread.join();
  return 0;
}
