// A std::vector that two threads append to without a lock.
// expect: fail data-race
#include <thread>
#include <vector>

static std::vector<int> numbers;

int main() {
  std::thread a([] { numbers.push_back(1); });
  std::thread b([] { numbers.push_back(2); });
  a.join();
  b.join();
  return 0;
}
