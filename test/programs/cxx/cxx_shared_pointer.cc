// std::shared_ptr: copies in several threads, and the last one deletes the object once.
// expect: pass
// libs: -pthread
#include <cassert>
#include <memory>
#include <thread>

static int alive;

struct Object {
  Object() {
    alive++;
  }
  ~Object() {
    alive--;
  }
  int value = 7;
};

int main() {
  {
    auto object = std::make_shared<Object>();
    std::thread other([copy = object]() mutable {
      assert(copy->value == 7);
      copy.reset();
    });
    object.reset();
    other.join();
  }
  assert(alive == 0);
}
