// Michael and Scott's queue as a C++ class. With -DTAIL_FIRST a new node becomes the tail before it
// is linked: a queue to which a value was added completely looks empty. With -DSTORED dequeue
// stores the head instead of comparing and swapping it. With -DLOCK_FREE it is checked for that,
// too; a queue that does not help a slow thread to move the tail (-DNO_HELP) is linearizable, but
// must wait.
// cflags: -std=c++20
// expect: pass
// also: '--cflags=-std=c++20 -DTAIL_FIRST'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: enqueue\(1\) dequeue\(\) \| enqueue\(1\)
// also: '--cflags=-std=c++20 -DSTORED'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: enqueue\(1\) dequeue\(\) \| dequeue\(\)
// also: '--cflags=-std=c++20 -DNO_HELP'
// algorithms: optimal
// expect: pass
// also: '--cflags=-std=c++20 -DLOCK_FREE'
// algorithms: optimal
// expect: pass
// also: '--cflags=-std=c++20 -DLOCK_FREE -DNO_HELP'
// algorithms: optimal
// expect: fail assertion
// message: not lock-free: enqueue\(1\) has not returned within 40 steps: enqueue\(1\) \| enqueue\(1\)
#include <atomic>
#include <optional>
#include <ravel.hpp>
#include <utility>

template <class T> class Queue {
  struct Node {
    T value{};
    std::atomic<Node *> next{nullptr};
  };
  Node *const first = new Node; // they live as long as the queue: others may still read them
  std::atomic<Node *> head{first}, tail{first};

public:
  ~Queue() {
    for (Node *node = first; node;)
      delete std::exchange(node, node->next.load());
  }

  void enqueue(T value) {
    Node *const node = new Node{value};
#ifdef TAIL_FIRST
    tail.exchange(node)->next = node;
#else
    for (;;) {
      Node *last = tail.load(), *next = last->next.load();
      if (next) {
#ifndef NO_HELP
        tail.compare_exchange_strong(last, next);
#endif
      } else if (last->next.compare_exchange_strong(next, node)) {
        tail.compare_exchange_strong(last, node);
        return;
      }
    }
#endif
  }

  std::optional<T> dequeue() {
    for (;;) {
      Node *old = head.load();
      Node *const next = old->next.load();
      if (!next)
        return std::nullopt;
#ifdef STORED
      head = next;
      return next->value;
#else
      if (Node *last = tail.load(); old == last)
        tail.compare_exchange_strong(last, next);
      if (head.compare_exchange_strong(old, next))
        return next->value;
#endif
    }
  }
};

#ifdef LOCK_FREE
static constexpr ravel_progress progress = RAVEL_LOCK_FREE;
#else
static constexpr ravel_progress progress = RAVEL_ANY_PROGRESS;
#endif

int main() {
  using Numbers = Queue<long>;
  return ravel::linearizable<Numbers>(
      {{"enqueue", [](Numbers &queue, long value) { return queue.enqueue(value), 0L; }, {1, 2}},
       {"dequeue", [](Numbers &queue, long) { return queue.dequeue().value_or(-1); }}},
      {.progress = progress, .steps = 20});
}
