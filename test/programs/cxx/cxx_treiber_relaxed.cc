// A Treiber stack that publishes its nodes with relaxed stores: whoever pops may not see what is
// in them.
// expect: fail data-race
// libs: -pthread
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int item;
  Node *next;
};

static std::atomic<Node *> top;

static void push(int item) {
  Node *node = new Node{item, top.load(std::memory_order_relaxed)};
  while (!top.compare_exchange_weak(node->next, node, std::memory_order_relaxed))
    ;
}

int main() {
  std::thread pusher([] { push(1); });
  Node *node = top.load(std::memory_order_acquire);
  assert(!node || node->item == 1);
  pusher.join();
}
