// A std::thread that is destroyed while it is joinable.
// expect: fail abort
#include <thread>

int main() {
  std::thread thread([] {});
  return 0;
}
