// The blocks of the standard containers have bounds as well.
// expect: fail out-of-bounds
// at: BUG
#include <vector>

int main() {
  std::vector<int> numbers(3);
  volatile int index = 3;
  int *volatile first = numbers.data(); /* so that the block is needed */
  first[index] = 1;                     /* BUG */
  return 0;
}
