// A std::vector under a std::mutex, in C++. With -DSIZE its size is counted outside of the lock.
// With -DTWICE a pop looks whether there is something under one lock and takes it under another.
// With -DUNLOCKED empty() takes no lock, which is a data race first of all.
// cflags: -std=c++17
// expect: pass
// also: '--cflags=-std=c++17 -DSIZE'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: .*size
// also: '--cflags=-std=c++17 -DTWICE'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: .*pop\(\) \| .*pop\(\)
// also: '--cflags=-std=c++17 -DUNLOCKED'
// algorithms: optimal
// expect: fail data-race
#include <atomic>
#include <mutex>
#include <ravel.hpp>
#include <vector>

class Stack {
  std::mutex lock;
  std::vector<long> values;
  std::atomic<long> counted{0};

public:
  long push(long value) {
    {
      std::lock_guard<std::mutex> guard(lock);
      values.push_back(value);
    }
    counted++;
    return 0;
  }

  long pop() {
#ifdef TWICE
    if (empty())
      return -1;
    std::lock_guard<std::mutex> guard(lock);
    if (values.empty())
      return -2;
#else
    std::lock_guard<std::mutex> guard(lock);
    if (values.empty())
      return -1;
#endif
    const long value = values.back();
    values.pop_back();
    counted--;
    return value;
  }

  long empty() {
#ifndef UNLOCKED
    std::lock_guard<std::mutex> guard(lock);
#endif
    return values.empty();
  }

  long size() {
#ifdef SIZE
    return counted;
#else
    std::lock_guard<std::mutex> guard(lock);
    return static_cast<long>(values.size());
#endif
  }
};

int main() {
  return ravel::linearizable<Stack>(
      {{"push", [](Stack &stack, long value) { return stack.push(value); }, {1, 2}},
       {"pop", [](Stack &stack, long) { return stack.pop(); }},
       {"empty", [](Stack &stack, long) { return stack.empty(); }},
       {"size", [](Stack &stack, long) { return stack.size(); }}});
}
