// std::jthread asks its thread to stop and joins it.
// cflags: -std=c++20
// expect: pass
#include <cassert>
#include <stop_token>
#include <thread>

static int stopped;

int main() {
  {
    std::jthread thread(
        [](std::stop_token token) { std::stop_callback callback(token, [] { stopped++; }); });
    thread.request_stop();
  }
  assert(stopped <= 1);
  return 0;
}
