// new without delete; what containers and smart pointers own is not lost.
// expect: fail leak
// options: --leaks
// at: BUG
// also: --leaks
// cflags: -DRIGHT
// expect: pass
#include <memory>
#include <string>
#include <thread>
#include <vector>

static std::vector<std::string> names;
static auto shared = std::make_shared<std::string>("a string that is too long to be kept inside");

struct Item {
  int value = 3;
};

int main() {
  names.emplace_back("another string that is too long to be kept inside");
  std::thread worker([] {
#ifndef RIGHT
    Item *volatile item = new Item; /* BUG */
    item->value++;
#endif
  });
  worker.join();
  return 0;
}
