// Chase and Lev's deque as a C++ class: one thread pushes and takes at one end, the other one
// steals at the other. With -DNO_RACE the owner takes the last value without a compare-and-swap,
// and it is given out twice. With -DEARLY a push makes the value visible before it has stored it.
// cflags: -std=c++20
// expect: pass
// also: '--cflags=-std=c++20 -DNO_RACE'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: .*take\(\).*\| steal\(\)
// also: '--cflags=-std=c++20 -DEARLY'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: push\(1\) \| steal\(\)
#include <array>
#include <atomic>
#include <optional>
#include <ravel.hpp>

template <class T, long capacity> class Deque {
  std::atomic<long> top{0}, bottom{0};
  std::array<std::atomic<T>, capacity> values{};

  std::atomic<T> &at(long place) {
    return values[static_cast<std::size_t>(place % capacity)];
  }

public:
  void push(T value) {
    const long place = bottom;
#ifdef EARLY
    bottom = place + 1;
    at(place) = value;
#else
    at(place) = value;
    bottom = place + 1;
#endif
  }

  std::optional<T> take() {
    const long place = --bottom;
    long first = top;
    std::optional<T> value;
    if (first < place)
      return at(place).load();
    if (first == place) {
      value = at(place).load();
#ifdef NO_RACE
      top = first + 1;
#else
      if (!top.compare_exchange_strong(first, first + 1))
        value.reset();
#endif
    }
    bottom = place + 1;
    return value;
  }

  std::optional<T> steal() {
    for (;;) {
      long first = top;
      if (first >= bottom)
        return std::nullopt;
      const T value = at(first);
      if (top.compare_exchange_strong(first, first + 1))
        return value;
    }
  }
};

int main() {
  using Numbers = Deque<long, 8>;
  constexpr int owner = 1, thief = 2;
  return ravel::linearizable<Numbers>(
      {{"push",
        [](Numbers &deque, long value) { return deque.push(value), 0L; },
        {1, 2},
        false,
        owner},
       {"take", [](Numbers &deque, long) { return deque.take().value_or(-1); }, {}, false, owner},
       {"steal",
        [](Numbers &deque, long) { return deque.steal().value_or(-1); },
        {},
        false,
        thief}},
      {.initial = 1});
}
