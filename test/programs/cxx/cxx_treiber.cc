// A Treiber stack with std::atomic: all that is pushed is popped once.
// expect: pass
// libs: -pthread
#include <atomic>
#include <cassert>
#include <thread>

template <typename T> class Stack {
  struct Node {
    T item;
    Node *next;
  };
  std::atomic<Node *> top{nullptr};

public:
  void push(T item) {
    Node *node = new Node{item, top.load(std::memory_order_relaxed)};
    while (!top.compare_exchange_weak(node->next, node, std::memory_order_release,
                                      std::memory_order_relaxed))
      ;
  }
  bool pop(T &item) {
    Node *node = top.load(std::memory_order_acquire);
    while (node && !top.compare_exchange_weak(node, node->next, std::memory_order_acquire))
      ;
    if (node)
      item = node->item;
    return node;
  }
};

int main() {
  Stack<int> stack;
  int taken = 0, item;
  std::thread a([&] { stack.push(1); });
  std::thread b([&] { stack.push(2); });
  if (stack.pop(item))
    taken += item;
  a.join();
  b.join();
  while (stack.pop(item))
    taken += item;
  assert(taken == 3);
}
