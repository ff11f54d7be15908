// A pair under a sequence lock, as a C++ class: readers take no lock, and try again when the number
// of writes has changed or is odd. With -DODD a reader does not look whether a write is going on,
// with -DONCE it does not look again.
// cflags: -std=c++20
// expect: pass
// also: '--cflags=-std=c++20 -DODD'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: set\(1\) \| get\(\)
// also: '--cflags=-std=c++20 -DONCE'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: set\(1\) \| get\(\)
#include <atomic>
#include <mutex>
#include <ravel.hpp>
#include <utility>

template <class T> class Pair {
  std::mutex writers;
  std::atomic<unsigned> sequence{0};
  std::atomic<T> first{}, second{};

public:
  void set(T a, T b) {
    const std::lock_guard guard(writers);
    sequence++;
    first = a;
    second = b;
    sequence++;
  }

  std::pair<T, T> get() const {
    for (;;) {
      const unsigned before = sequence;
#ifndef ODD
      if (before % 2)
        continue;
#endif
      const std::pair<T, T> found{first, second};
#ifndef ONCE
      if (sequence != before)
        continue;
#endif
      return found;
    }
  }
};

int main() {
  using Numbers = Pair<long>;
  return ravel::linearizable<Numbers>(
      {{"set", [](Numbers &pair, long value) { return pair.set(value, value), 0L; }, {1, 2}},
       {"get", [](Numbers &pair, long) {
          const auto [first, second] = pair.get();
          return 10 * first + second;
        }}});
}
