// What an operation can be in C++: a lambda with or without an argument, one that captures, or a
// member function; with a result that is nothing, a number, an enumeration, a pointer or a struct.
// With -DTORN the struct is not read in one piece, with -DSHARED two calls get the same pointer.
// cflags: -std=c++17
// expect: pass
// also: '--cflags=-std=c++17 -DTORN'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: set\(1\) \| both\(\)
// also: '--cflags=-std=c++17 -DSHARED'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: take\(\) \| take\(\)
#include <ravel.hpp>

#include <atomic>
#include <mutex>

enum class Sign { none, some };

struct Pair {
  int first, second;
  char rest[24];
};

class Cells {
  std::mutex lock;
  std::atomic<int> first{0}, second{0};
  std::atomic<int> taken{0};
  long cells[8];

public:
  void set(int value) {
    std::lock_guard<std::mutex> guard(lock);
    first = value;
    second = value;
  }
  Pair both() {
#ifndef TORN
    std::lock_guard<std::mutex> guard(lock);
#endif
    return {first, second, "a pair"};
  }
  Sign sign() const {
    return first ? Sign::some : Sign::none;
  }
  long *take() {
#ifdef SHARED
    const int number = taken;
    taken = number + 1;
#else
    const int number = taken++;
#endif
    return &cells[number];
  }
};

int main(int argc, char **) {
  const int step = argc;
  return ravel::linearizable<Cells>(
      {{"set", [step](Cells &cells, long value) { cells.set((int)value * step); }, {1, 2}},
       {"both", &Cells::both},
       {"sign", [](const Cells &cells) { return cells.sign(); }},
       {"take", &Cells::take}},
      {.threads = 2, .operations = 1, .final = 1});
}
