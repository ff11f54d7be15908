// Static objects are constructed before main and destroyed after it, in every execution; a
// function-local static when it is first reached.
// expect: pass
// traces: 2 (orders of the two updates of shared)
#include <atomic>
#include <cassert>
#include <string>
#include <thread>
#include <vector>

static std::atomic<int> shared{0};

struct registry {
  std::vector<std::string> names{"one"};
  ~registry() {
    assert(names.size() == 2);
  }
};

static registry global;

static registry &local() {
  static registry instance;
  return instance;
}

int main() {
  assert(global.names.size() == 1 && shared == 0);
  assert(local().names.size() == 1);
  global.names.push_back("a longer name that is surely not kept inside the string object");
  local().names.push_back("two");
  assert(local().names.size() == 2);
  std::thread a([] { assert(shared++ >= 0); }), b([] { assert(shared++ >= 0); });
  a.join();
  b.join();
  return 0;
}
