// A stack with elimination as a C++ class: a push that meets a pop hands its value over in a slot
// beside the stack. With -DSLOT a pop marks the slot as taken in two steps, so that two of them
// take the same value. With -DGIVE_UP a push that gets no answer clears the slot with a store,
// though its value may have been taken by then.
// cflags: -std=c++20
// expect: pass
// also: '--cflags=-std=c++20 -DSLOT'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: .*pop
// also: '--cflags=-std=c++20 -DGIVE_UP'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: .*push
#include <atomic>
#include <optional>
#include <ravel.hpp>
#include <utility>

// Where a value is handed over: EMPTY, a value that is offered, TAKEN.
class Exchanger {
  static constexpr long EMPTY = 0, TAKEN = -1;
  std::atomic<long> slot{EMPTY};

public:
  // Whether somebody has taken it.
  bool offer(long value) {
    long empty = EMPTY;
    if (!slot.compare_exchange_strong(empty, value))
      return false;
#ifdef GIVE_UP
    const bool taken = slot == TAKEN;
    slot = EMPTY;
    return taken;
#else
    if (slot.compare_exchange_strong(value, EMPTY))
      return false;
    slot = EMPTY;
    return true;
#endif
  }

  std::optional<long> accept() {
    long offered = slot;
    if (offered == EMPTY || offered == TAKEN)
      return std::nullopt;
#ifdef SLOT
    slot = TAKEN;
    return offered;
#else
    return slot.compare_exchange_strong(offered, TAKEN) ? std::optional(offered) : std::nullopt;
#endif
  }
};

class Stack {
  struct Node {
    long value;
    std::atomic<Node *> next{nullptr};
  };
  std::atomic<Node *> top{nullptr};
  Exchanger exchanger;

public:
  void push(long value) {
    Node *const node = new Node{value}; // nobody deletes it: others may still read it
    for (;;) {
      Node *old = top;
      node->next = old;
      if (top.compare_exchange_strong(old, node) || exchanger.offer(value))
        return;
    }
  }

  std::optional<long> pop() {
    for (;;) {
      Node *node = top;
      if (!node)
        return std::nullopt;
      if (top.compare_exchange_strong(node, node->next.load()))
        return node->value;
      if (const auto offered = exchanger.accept())
        return offered;
    }
  }
};

#ifdef SLOT
static constexpr const char *only = "[push(1) push(1) push(1)] push(2) | pop() | pop() | pop()";
#else
static constexpr const char *only = "[push(1) push(1)] push(2) | pop() | pop() [pop()]";
#endif

int main() {
  return ravel::linearizable<Stack>(
      {{"push", [](Stack &stack, long value) { return stack.push(value), 0L; }, {1, 2}},
       {"pop", [](Stack &stack, long) { return stack.pop().value_or(-1); }}},
      {.only = only});
}
