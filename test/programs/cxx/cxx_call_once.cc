// std::call_once: a function that throws the first time is called again by another caller.
// expect: pass
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int calls, done;

static void initialise() {
  if (++calls == 1)
    throw calls;
  done++;
}

static void user() {
  try {
    std::call_once(flag, initialise);
    assert(done == 1);
  } catch (int first) {
    assert(first == 1);
  }
}

int main() {
  std::thread a(user), b(user);
  a.join();
  b.join();
  assert(calls == 2 && done == 1);
  return 0;
}
