// A bounded queue of many producers and consumers, as Vyukov has it: a place has a number that says
// whose turn it is. It is not linearizable: a consumer finds it empty while the first value is on
// its way, though a second one was added completely before. With -DWAITS a consumer waits for the
// first value then; with -DWAITS -DEARLY a producer hands its place over before it has stored the
// value.
// expect: fail assertion
// message: not linearizable
// also: --cflags=-DWAITS
// algorithms: optimal
// expect: pass
// also: '--cflags=-DWAITS -DEARLY'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable
#include <ravel_linearizable.h>
#include <stdatomic.h>

enum { SIZE = 2 };

struct ring {
  struct {
    atomic_long turn, value;
  } places[SIZE];
  atomic_long head, tail;
};

static void *make_ring(void) {
  struct ring *ring = calloc(1, sizeof *ring);
  for (long i = 0; i < SIZE; i++)
    atomic_init(&ring->places[i].turn, i);
  return ring;
}

static long enqueue(void *object, long value) {
  struct ring *ring = object;
  long at = atomic_load(&ring->tail);
  for (;;) {
    const long turn = atomic_load(&ring->places[at % SIZE].turn);
    if (turn < at) {
#ifdef WAITS /* for the consumer, if it is on its way */
      if (atomic_load(&ring->head) + SIZE > at) {
        ravel_await(atomic_load(&ring->places[at % SIZE].turn) >= at);
        continue;
      }
#endif
      const long now = atomic_load(&ring->tail);
      if (now == at)
        return -1;
      at = now;
    } else if (turn > at) {
      at = atomic_load(&ring->tail);
    } else if (atomic_compare_exchange_strong(&ring->tail, &at, at + 1)) {
      break;
    }
  }
#ifdef EARLY
  atomic_store(&ring->places[at % SIZE].turn, at + 1);
  atomic_store(&ring->places[at % SIZE].value, value);
#else
  atomic_store(&ring->places[at % SIZE].value, value);
  atomic_store(&ring->places[at % SIZE].turn, at + 1);
#endif
  return 0;
}

static long dequeue(void *object, long none) {
  struct ring *ring = object;
  (void)none;
  long at = atomic_load(&ring->head);
  for (;;) {
    const long turn = atomic_load(&ring->places[at % SIZE].turn);
    if (turn < at + 1) {
#ifdef WAITS /* for the producer, if it is on its way */
      if (atomic_load(&ring->tail) > at) {
        ravel_await(atomic_load(&ring->places[at % SIZE].turn) >= at + 1);
        continue;
      }
#endif
      const long now = atomic_load(&ring->head);
      if (now == at)
        return -1;
      at = now;
    } else if (turn > at + 1) {
      at = atomic_load(&ring->head);
    } else if (atomic_compare_exchange_strong(&ring->head, &at, at + 1)) {
      break;
    }
  }
  const long value = atomic_load(&ring->places[at % SIZE].value);
  atomic_store(&ring->places[at % SIZE].turn, at + SIZE);
  return value;
}

static const struct ravel_operation operations[] = {{"enqueue", enqueue, .arg = {1, 2}},
                                                    {"dequeue", dequeue}};

int main(void) {
  return ravel_linearizable(make_ring, free, operations, 2, (struct ravel_scenario){.threads = 2});
}
