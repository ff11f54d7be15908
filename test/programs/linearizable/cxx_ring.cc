// A bounded queue of many producers and consumers as a C++ class template, as Vyukov has it. It is
// not linearizable: a consumer finds it empty while the first value is on its way, though a second
// one was added completely before. With -DWAITS it waits for whoever is on its way, as C++20 has
// it. With -DWAITS -DEARLY a producer hands its place over before it has stored the value.
// cflags: -std=c++20
// expect: fail assertion
// message: not linearizable
// also: '--cflags=-std=c++20 -DWAITS'
// algorithms: optimal
// expect: pass
// also: '--cflags=-std=c++20 -DWAITS -DEARLY'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: enqueue\(1\) \| dequeue\(\)
#include <array>
#include <atomic>
#include <optional>
#include <ravel.hpp>

template <class T, long capacity> class Ring {
  struct Place {
    std::atomic<long> turn;
    std::atomic<T> value;
  };
  std::array<Place, capacity> places;
  std::atomic<long> head{0}, tail{0};

  Place &place(long number) {
    return places[static_cast<std::size_t>(number % capacity)];
  }

  // The number of the place that is the caller's; `ready` is what its turn is then. None: the
  // others are a whole round behind.
  std::optional<long> claim(std::atomic<long> &own, long ready,
                            [[maybe_unused]] const std::atomic<long> &others,
                            [[maybe_unused]] long behind) {
    for (long at = own;;) {
      const long turn = place(at).turn;
      if (turn == at + ready) {
        if (own.compare_exchange_strong(at, at + 1))
          return at;
        continue;
      }
#ifdef WAITS
      if (turn < at + ready && others > at - behind) {
        place(at).turn.wait(turn);
        continue;
      }
#endif
      const long now = own;
      if (turn < at + ready && now == at)
        return std::nullopt;
      at = now;
    }
  }

  static void hand_over(Place &place, long turn) {
    place.turn = turn;
    place.turn.notify_all();
  }

public:
  Ring() {
    for (long i = 0; i < capacity; i++)
      place(i).turn = i;
  }

  bool enqueue(T value) {
    const auto at = claim(tail, 0, head, capacity);
    if (!at)
      return false;
#ifdef EARLY
    hand_over(place(*at), *at + 1);
    place(*at).value = value;
#else
    place(*at).value = value;
    hand_over(place(*at), *at + 1);
#endif
    return true;
  }

  std::optional<T> dequeue() {
    const auto at = claim(head, 1, tail, 0);
    if (!at)
      return std::nullopt;
    const T value = place(*at).value;
    hand_over(place(*at), *at + capacity);
    return value;
  }
};

int main() {
  using Numbers = Ring<long, 2>;
  return ravel::linearizable<Numbers>(
      {{"enqueue", [](Numbers &ring, long value) -> long { return ring.enqueue(value); }, {1, 2}},
       {"dequeue", [](Numbers &ring, long) { return ring.dequeue().value_or(-1); }}});
}
