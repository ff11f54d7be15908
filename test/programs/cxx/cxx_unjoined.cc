// A std::thread must be joined before it is destroyed.
// expect: fail abort
// message: without an exception, as when a std::thread is destroyed
#include <thread>

int main() {
  std::thread thread([] {});
}
