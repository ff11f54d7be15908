// The place of an uncaught exception is where it was thrown, deep in calls or in another thread.
// expect: fail abort
// at: BUG
// message: ^uncaught exception of type Odd: odd$
#include <stdexcept>
#include <thread>

struct Odd : std::runtime_error {
  using runtime_error::runtime_error;
};

static void check(int number) {
  if (number % 2)
    throw Odd("odd"); /* BUG */
}

int main() {
  std::thread thread([] {
    for (int i = 0; i < 3; i++)
      check(i);
  });
  thread.join();
}
