// An exception that leaves a thread's function.
// expect: fail abort
#include <stdexcept>
#include <thread>

int main() {
  std::thread thread([] { throw std::runtime_error("nobody catches me"); });
  thread.join();
  return 0;
}
