// A std::string that two threads append to without a lock.
// expect: fail data-race
#include <string>
#include <thread>

static std::string text;

int main() {
  std::thread a([] { text += 'a'; });
  std::thread b([] { text += 'b'; });
  a.join();
  b.join();
  return 0;
}
