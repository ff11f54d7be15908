// The containers of boost::lockfree: queues and stacks with a fixed number of nodes and with nodes
// from the heap, and the queue for one producer and one consumer.
#include <boost/lockfree/queue.hpp>
#include <boost/lockfree/spsc_queue.hpp>
#include <boost/lockfree/stack.hpp>
#include <ravel.hpp>

#if CONTAINER == 0
struct Container {
  boost::lockfree::queue<long, boost::lockfree::capacity<8>> it;
};
#elif CONTAINER == 1
struct Container {
  boost::lockfree::queue<long> it{2};
};
#elif CONTAINER == 2
struct Container {
  boost::lockfree::stack<long, boost::lockfree::capacity<8>> it;
};
#elif CONTAINER == 3
struct Container {
  boost::lockfree::stack<long> it{2};
};
#else
struct Container {
  boost::lockfree::spsc_queue<long, boost::lockfree::capacity<2>> it;
};
#endif

static long push(Container &container, long value) {
  return container.it.push(value);
}

static long pop(Container &container, long) {
  long value = -1;
  return container.it.pop(value) ? value : -1;
}

int main() {
  const bool one_each = CONTAINER == 4;
  return ravel::linearizable<Container>({{"push", push, {1, 2}, false, one_each ? 1 : 0},
                                         {"pop", pop, {0, 0}, false, one_each ? 2 : 0}},
                                        {.threads = 2, .operations = 2});
}
