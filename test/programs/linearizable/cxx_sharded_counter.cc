// A counter of several parts, each for some threads, in C++. A reader adds up the parts one after
// the other: what it returns may have been the value at no time. With -DQUIET it is read only when
// all threads have ended: then the value is right. With -DQUIET -DTORN an addition is a load and a
// store, and is lost even so.
// cflags: -std=c++20
// expect: fail assertion
// message: not linearizable: .*value\(\)
// also: '--cflags=-std=c++20 -DQUIET'
// algorithms: optimal
// expect: pass
// also: '--cflags=-std=c++20 -DQUIET -DTORN'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: add\(0\) \| add\(0\) \[value\(\)\]
#include <array>
#include <atomic>
#include <numeric>
#include <ravel.hpp>

template <std::size_t n> class Counter {
  std::array<std::atomic<long>, n> parts{};

public:
  void add(std::size_t part, long what) {
#ifdef TORN
    parts[part] = parts[part] + what;
#else
    parts[part] += what;
#endif
  }

  long value() const {
    return std::accumulate(parts.begin(), parts.end(), 0L);
  }
};

#ifdef QUIET
static constexpr int reader = 3; // there is no such thread: main reads
#else
static constexpr int reader = 0;
#endif

int main() {
  using Halves = Counter<2>;
  return ravel::linearizable<Halves>(
      {{"add", [](Halves &counter, long part) { return counter.add(part, 1), 0L; }, {0, 1}},
       {"take", [](Halves &counter, long part) { return counter.add(part, -1), 0L; }, {0, 1}},
       {"value", [](Halves &counter, long) { return counter.value(); }, {}, false, reader}},
      {.final = 1});
}
