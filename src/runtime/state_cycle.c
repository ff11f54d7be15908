#include "runtime/state_cycle.h"

#include <string.h>

#include "runtime/checkpoint.h"
#include "runtime/livelock.h"
#include "runtime/system.h"

enum { MOST_STATES = 1 << 16 };

struct past_state {
  uint64_t fingerprint[2];
  uint64_t enabled; /* threads, as bits */
  rv_tid thread;    /* that went on from there */
};

/* The first ones are those of the present execution, also when the search has gone back. */
static struct past_state past[MOST_STATES];
static uint64_t n_past;

/* The last one that was asked for; the next step is made from there, unless the search goes back.
 */
static struct {
  bool known;
  uint64_t steps;
  uint64_t fingerprint[2];
} last;

/* How late it is counts where somebody looks at a clock. */
static bool time_matters(void) {
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (rt.threads[tid].looks)
      return true;
  return false;
}

bool state_cycle_fingerprint(uint64_t fingerprint[2]) {
  last.known = !time_matters() && checkpoint_fingerprint(livelock_pieces, fingerprint);
  last.steps = rt.steps;
  memcpy(last.fingerprint, fingerprint, sizeof last.fingerprint);
  return last.known;
}

static bool fingerprint_now(uint64_t fingerprint[2]) {
  const bool asked = last.known && last.steps == rt.steps;
  last.known = false;
  if (asked)
    memcpy(fingerprint, last.fingerprint, sizeof last.fingerprint);
  return asked || checkpoint_fingerprint(livelock_pieces, fingerprint);
}

static bool is_same(const struct past_state *a, const struct past_state *b) {
  return a->fingerprint[0] == b->fingerprint[0] && a->fingerprint[1] == b->fingerprint[1];
}

static uint64_t fair_cycle_to(const struct past_state *now) {
  uint64_t could_go_on = 0, went_on = 0;
  for (uint64_t i = n_past; i-- > 0;) {
    could_go_on |= past[i].enabled;
    went_on |= UINT64_C(1) << past[i].thread;
    if (is_same(&past[i], now) && !(could_go_on & ~went_on))
      return n_past - i;
  }
  return 0;
}

uint64_t state_cycle_steps(const struct thread *thread) {
  struct past_state now = {.thread = thread->tid};
  size_t words;
  if (rt.steps > n_past || rt.steps == MOST_STATES || rt.erroneous)
    return 0; /* another process has made steps before */
  n_past = rt.steps;
  now.enabled = *runtime_system.enabled(NULL, &words);
  if (words > 1 || !fingerprint_now(now.fingerprint))
    return 0;
  const uint64_t steps = fair_cycle_to(&now);
  past[n_past++] = now;
  return steps;
}
