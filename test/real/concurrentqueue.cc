// moodycamel::ConcurrentQueue, with blocks and tables as small as it allows.
#include <concurrentqueue/concurrentqueue.h>
#include <ravel.hpp>

struct Small : moodycamel::ConcurrentQueueDefaultTraits {
  static const size_t BLOCK_SIZE = 2;
  static const size_t EXPLICIT_INITIAL_INDEX_SIZE = 2, IMPLICIT_INITIAL_INDEX_SIZE = 2;
  static const size_t INITIAL_IMPLICIT_PRODUCER_HASH_SIZE = 2;
};

struct Queue {
  moodycamel::ConcurrentQueue<long, Small> it{2};
};

static long enqueue(Queue &queue, long value) {
  return queue.it.enqueue(value);
}

static long dequeue(Queue &queue, long) {
  long value = -1;
  return queue.it.try_dequeue(value) ? value : -1;
}

int main() {
  const ravel_condition condition = SEQUENTIAL ? RAVEL_SEQUENTIALLY_CONSISTENT : RAVEL_LINEARIZABLE;
  return ravel::linearizable<Queue>({{"enqueue", enqueue, {1, 2}}, {"dequeue", dequeue}},
                                    {.threads = 2, .operations = 2, .condition = condition});
}
