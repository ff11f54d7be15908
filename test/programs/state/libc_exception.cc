// An exception leaves a function of libc that has called back, and the stub in front of it.
// expect: pass
#include <cassert>
#include <cstdlib>
#include <map>
#include <sstream>
#include <stdexcept>
#include <thread>

static int throws(const void *, const void *) {
  throw std::runtime_error("compared");
}

static void sort_and_catch() {
  int array[] = {2, 1};
  bool caught = false;
  try {
    std::qsort(array, 2, sizeof *array, throws);
  } catch (const std::exception &) {
    caught = true;
  }
  assert(caught);
}

int main() {
  std::map<int, int> map{{1, 10}, {2, 20}};
  int sum = 0;
  for (auto &pair : map)
    sum += pair.second;
  assert(sum == 30);
  std::ostringstream text;
  text << 1.5 << "abc" << std::endl;
  assert(text.str() == "1.5abc\n");
  std::thread thread(sort_and_catch);
  sort_and_catch();
  thread.join();
}
