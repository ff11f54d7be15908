// A hash set of std::forward_list with a lock for each of two halves of its buckets, and a resize
// that takes both. With -DBEFORE the bucket is computed before its lock is taken, and not looked at
// again: a resize in between has moved the key. With -DONE_BY_ONE a resize moves one half after the
// other, and the new number of buckets is known only in the end. With -DSIZE the keys are counted
// after the lock was given back.
// cflags: -std=c++20
// expect: pass
// also: '--cflags=-std=c++20 -DBEFORE'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: .*grow
// also: '--cflags=-std=c++20 -DONE_BY_ONE'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: .*grow
// also: '--cflags=-std=c++20 -DSIZE'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: .*size
#include <algorithm>
#include <array>
#include <atomic>
#include <forward_list>
#include <mutex>
#include <ravel.hpp>
#include <utility>

class Set {
  static constexpr std::size_t halves = 2, most = 4;
  std::array<std::mutex, halves> locks; // bucket b belongs to lock b % halves
  std::array<std::forward_list<long>, most> buckets;
  std::atomic<std::size_t> capacity{halves}, counted{0};

  std::mutex &lock_of(std::size_t number) {
    return locks[number % halves]; // the same whatever the capacity is
  }

  // Calls the function with the bucket of a key, under its lock.
  template <class Function> bool in_bucket(long key, Function function) {
    const auto number = static_cast<std::size_t>(key);
#ifdef BEFORE
    auto &bucket = buckets[number % capacity];
    const std::lock_guard guard(lock_of(number));
#else
    const std::lock_guard guard(lock_of(number));
    auto &bucket = buckets[number % capacity];
#endif
    return function(bucket);
  }

  static bool is_in(const std::forward_list<long> &bucket, long key) {
    return std::find(bucket.begin(), bucket.end(), key) != bucket.end();
  }

  void move(std::size_t from) {
    auto keys = std::exchange(buckets[from], {});
    for (const long key : keys)
      buckets[static_cast<std::size_t>(key) % most].push_front(key);
  }

public:
  bool put(long key) {
    const bool is_new = in_bucket(key, [&](auto &bucket) {
      if (is_in(bucket, key))
        return false;
      bucket.push_front(key);
#ifndef SIZE
      counted++;
#endif
      return true;
    });
#ifdef SIZE
    counted += is_new;
#endif
    return is_new;
  }

  bool has(long key) {
    return in_bucket(key, [&](const auto &bucket) { return is_in(bucket, key); });
  }

  std::size_t size() const {
    return counted;
  }

  void grow() {
#ifdef ONE_BY_ONE
    for (std::size_t i = 0; i < halves; i++) {
      const std::lock_guard guard(locks[i]);
      if (capacity < most)
        move(i);
    }
    capacity = most;
#else
    const std::scoped_lock guard(locks[0], locks[1]);
    for (std::size_t i = 0; i < halves && capacity < most; i++)
      move(i);
    capacity = most;
#endif
  }
};

int main() {
  return ravel::linearizable<Set>(
      {{"put", [](Set &set, long key) -> long { return set.put(key); }, {2, 3}},
       {"has", [](Set &set, long key) -> long { return set.has(key); }, {2, 3}},
       {"grow", [](Set &set, long) { return set.grow(), 0L; }},
       {"size", [](Set &set, long) { return static_cast<long>(set.size()); }}});
}
