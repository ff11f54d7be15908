// Treiber's stack as a C++ class. With -DLOST pop stores the top instead of comparing and swapping
// it: two pops get the same value. With -DDELETED pop deletes its node, which another pop may still
// read: that is not ordered. With -DREUSED nodes are used again as soon as they are popped, and the
// compare-and-swap can't tell (ABA): that takes three operations of one thread.
// cflags: -std=c++20
// expect: pass
// also: '--cflags=-std=c++20 -DLOST'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: push\(1\) pop\(\) \| pop\(\)
// also: '--cflags=-std=c++20 -DDELETED'
// algorithms: optimal
// expect: fail data-race
// also: '--cflags=-std=c++20 -DREUSED'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: \[push
#include <atomic>
#include <optional>
#include <ravel.hpp>
#include <utility>

template <class T> class Stack {
  struct Node {
    std::atomic<T> value;
    std::atomic<Node *> next;
  };
  std::atomic<Node *> top{nullptr}, unused{nullptr};

  static void put(std::atomic<Node *> &list, Node *node) {
    Node *old = list.load();
    do
      node->next = old;
    while (!list.compare_exchange_strong(old, node));
  }

  static Node *take(std::atomic<Node *> &list) {
    Node *node = list.load();
    while (node && !list.compare_exchange_strong(node, node->next.load()))
      ;
    return node;
  }

  // Nodes live as long as the stack: others may still read them.
  void retire(Node *node) {
#ifdef DELETED
    delete node;
#else
    put(unused, node);
#endif
  }

  static void free_all(Node *node) {
    while (node)
      delete std::exchange(node, node->next.load());
  }

public:
#ifndef REUSED // the lists may share nodes by then
  ~Stack() {
    free_all(top);
    free_all(unused);
  }
#endif

  void push(T value) {
    Node *node = nullptr;
#ifdef REUSED
    node = take(unused);
#endif
    if (!node)
      node = new Node;
    node->value = value;
    put(top, node);
  }

  std::optional<T> pop() {
#ifdef LOST
    Node *const node = top;
    if (node)
      top = node->next.load();
#else
    Node *const node = take(top);
#endif
    if (!node)
      return std::nullopt;
    const T value = node->value;
#ifndef LOST // it may be given back twice
    retire(node);
#endif
    return value;
  }
};

#ifdef REUSED
static constexpr const char *only = "[push(1) push(2)] pop() | pop() pop() push(1) [pop() pop()]";
#else
static constexpr const char *only = nullptr;
#endif

int main() {
  using Numbers = Stack<long>;
  return ravel::linearizable<Numbers>(
      {{"push", [](Numbers &stack, long value) { return stack.push(value), 0L; }, {1, 2}},
       {"pop", [](Numbers &stack, long) { return stack.pop().value_or(-1); }}},
      {.only = only});
}
