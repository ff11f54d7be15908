// A slot for one value. Both operations spin until they can go on: alone, one after the other, they
// do so for ever where no other call would free or fill the slot. With -DMUST_RETURN that is an
// error. With -DTWO_STEPS the taker frees the slot before it has read the value.
// expect: pass
// also: --cflags=-DMUST_RETURN
// algorithms: optimal
// expect: fail assertion
// message: an operation never returns: take\(\)$
// also: --cflags=-DTWO_STEPS
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: put\(1\) .*take\(\)
#include <ravel_linearizable.h>
#include <stdatomic.h>

struct slot {
  atomic_long value, state; // EMPTY, BUSY, FULL
};

enum { EMPTY, BUSY, FULL };

static void *make_slot(void) {
  return calloc(1, sizeof(struct slot));
}

static void spin_until(struct slot *slot, long from, long to) {
  long found = from;
  while (!atomic_compare_exchange_strong(&slot->state, &found, to))
    found = from;
}

static long put(void *object, long value) {
  struct slot *const slot = object;
  spin_until(slot, EMPTY, BUSY);
  slot->value = value;
  slot->state = FULL;
  return 0;
}

static long take(void *object, long none) {
  struct slot *const slot = object;
  (void)none;
#ifdef TWO_STEPS
  spin_until(slot, FULL, EMPTY);
  return slot->value;
#else
  spin_until(slot, FULL, BUSY);
  const long value = slot->value;
  slot->state = EMPTY;
  return value;
#endif
}

#ifdef MUST_RETURN
enum { MAY_BLOCK = 0 };
#else
enum { MAY_BLOCK = 1 };
#endif

static const struct ravel_operation operations[] = {
    {"put", put, .arg = {1, 2}, .may_block = MAY_BLOCK},
    {"take", take, .may_block = MAY_BLOCK},
};

int main(void) {
  return ravel_linearizable(make_slot, free, operations, 2, (struct ravel_scenario){.threads = 2});
}
