// The blocks of the standard containers have bounds as well.
// expect: fail out-of-bounds
// at: BUG
#include <vector>

int main() {
  std::vector<int> numbers(3);
  volatile int index = 3;
  numbers[index] = 1; /* BUG */
  return 0;
}
