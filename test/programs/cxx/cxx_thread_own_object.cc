// The constructor of std::thread has ended before its function is called: the object may be used
// there.
// expect: pass
#include <cassert>
#include <new>
#include <thread>

alignas(std::thread) static char room[sizeof(std::thread)];
static std::thread &self = reinterpret_cast<std::thread &>(room);

int main() {
  new (room) std::thread([] { assert(self.get_id() == std::this_thread::get_id()); });
  self.join();
  self.~thread();
  return 0;
}
