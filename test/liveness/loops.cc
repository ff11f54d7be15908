// The loops of loops.c as C++ programs have them: with std::atomic, whose functions are called
// without optimisation, in members of classes, with exceptions and destructors around them.
#include <atomic>
#include <memory>

#include "hooks.h"

namespace {

std::atomic<int> counter{0};

void add(unsigned operation) {
  if (operation < 8)
    counter += 3;
}

__attribute__((noinline)) void increment() {
  int v;
  do
    v = counter.load();
  while (!counter.compare_exchange_strong(v, v + 1));
}

__attribute__((noinline)) void increment_weak() {
  int v = counter.load(std::memory_order_relaxed);
  while (!counter.compare_exchange_weak(v, v + 1, std::memory_order_release,
                                        std::memory_order_relaxed))
    v = counter.load(std::memory_order_relaxed);
}

struct node {
  int value;
  node *next;
};

class stack {
public:
  __attribute__((noinline)) void push(int value) {
    node *made = new node{value, nullptr};
    do
      made->next = top.load();
    while (!top.compare_exchange_weak(made->next, made));
  }

  __attribute__((noinline)) bool pop(int &value) {
    node *old;
    do {
      old = top.load();
      if (!old)
        return false;
    } while (!top.compare_exchange_strong(old, old->next));
    value = old->value;
    return true;
  }

  std::atomic<node *> top{nullptr};
} nodes;

void other_push(unsigned operation) {
  if (operation < 8)
    nodes.top = new node{static_cast<int>(operation), nodes.top};
}

struct spin_lock {
  __attribute__((noinline)) void lock() {
    for (;;) {
      int free = word.load() & ~1;
      if (word.compare_exchange_strong(free, free | 1))
        return;
    }
  }
  void unlock() {
    word.fetch_and(~1);
  }
  std::atomic<int> word{0};
} lock;

void other_lock(unsigned operation) {
  if (operation < 8)
    lock.word += 2;
}

__attribute__((noinline)) int locked(int n) {
  struct guard {
    guard() {
      lock.lock();
    }
    ~guard() {
      lock.unlock();
    }
  } guard;
  if (n < 0)
    throw n;
  return n + 1;
}

template <typename F> __attribute__((noinline)) void update(std::atomic<int> &a, F change) {
  int old;
  do
    old = a.load();
  while (!a.compare_exchange_strong(old, change(old)));
}

template <typename F> void rounds(const char *name, void (*interfere)(unsigned operation), F call) {
  rounds_begin(name, interfere);
  call();
  rounds_end();
}

} // namespace

int main() {
  int value = 0;
  rounds("increment", add, increment);
  rounds("increment weak", add, increment_weak);
  rounds("push", other_push, [] { nodes.push(1); });
  rounds("pop", other_push, [&] { nodes.pop(value); });
  rounds("spin lock", other_lock, [&] { value += locked(1); });
  rounds("update", add, [] { update(counter, [](int x) { return x * 2 + 1; }); });
}
