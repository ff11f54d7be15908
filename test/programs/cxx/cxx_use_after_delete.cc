// expect: fail use-after-free
// at: BUG
// message: read of 4 bytes at offset 0 of a block of 8 bytes that has been freed
#include <atomic>
#include <thread>

struct Node {
  int value;
  int other;
};

static std::atomic<Node *> head;

int main() {
  head = new Node{1, 2};
  std::thread remover([] { delete head.exchange(nullptr); });
  Node *node = head.load();
  int sum = 0;
  if (node) {
    remover.join();
    sum = node->value; /* BUG */
  } else {
    remover.join();
  }
  return sum > 5;
}
