#include "core/order.h"

#include "core/bitset.h"
#include "core/random.h"

/* The next thread after the one that made the last step. */
static rv_tid pick_round_robin(const struct rv_trace *trace, uint64_t depth,
                               const uint64_t *threads, size_t words) {
  const rv_tid after = depth ? trace->events[depth - 1].step.thread + 1 : 0;
  if (words == 1 && threads[0]) {
    const uint64_t later = after < 64 ? threads[0] >> after << after : 0;
    return (rv_tid)__builtin_ctzll(later ? later : threads[0]);
  }
  const rv_tid found = rv_bits_next(threads, words, after);
  return found == RV_NO_THREAD ? rv_bits_next(threads, words, 0) : found;
}

static rv_tid pick_random(uint64_t *state, const uint64_t *threads, size_t words) {
  const unsigned count = rv_bits_count(threads, words);
  if (!count)
    return RV_NO_THREAD;
  rv_tid found = rv_bits_next(threads, words, 0);
  for (uint64_t skip = rv_random(state) % count; skip; skip--)
    found = rv_bits_next(threads, words, found + 1);
  return found;
}

/* Where the youngest threads always go on, two that keep each other going round would keep others
 * from ever making the step that ends it. So long executions are fair. */
enum { LONG_EXECUTION = 1024 };

rv_tid rv_pick_at(struct rv_explorer *x, uint64_t depth, const uint64_t *threads, size_t words) {
  switch (x->options.order) {
  case RV_YOUNGEST:
    return depth < LONG_EXECUTION ? rv_bits_last(threads, words)
                                  : pick_round_robin(&x->trace, depth, threads, words);
  case RV_RANDOM:
    return pick_random(&x->random, threads, words);
  default:
    return pick_round_robin(&x->trace, depth, threads, words);
  }
}

rv_tid rv_pick(struct rv_explorer *x, const uint64_t *threads, size_t words) {
  return rv_pick_at(x, x->trace.n, threads, words);
}
