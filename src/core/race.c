#include "core/race.h"

#include "core/dependence.h"

/* A trylock that comes before the event it raced with finds the mutex as it was before that. */
static void reverse_trylock(const struct rv_event *e, struct rv_op *op) {
  if (rv_class_of(&e->step.op, &e->step.op.access) == RV_CLASS_ADD)
    op->flags |= RV_OP_FAILED;
  else
    op->flags &= (uint8_t)~RV_OP_FAILED;
}

static uint64_t low_bytes(uint64_t value, uint32_t size) {
  return size < 8 ? value & ((UINT64_C(1) << 8 * size) - 1) : value;
}

/* What an event reads when the bytes that `e` wrote are as they were before. */
static uint64_t read_without(const struct rv_event *e, const struct rv_event *reader) {
  const struct rv_access *const from = &e->step.op.access, *const to = &reader->step.op.access;
  uint64_t value = reader->step.value;
  for (uint32_t i = 0; i < to->size; i++) {
    const uint64_t byte = to->addr + i - from->addr;
    if (byte < from->size) {
      value &= ~(UINT64_C(0xff) << 8 * i);
      value |= (e->step.value >> 8 * byte & 0xff) << 8 * i;
    }
  }
  return low_bytes(value, to->size);
}

/* Whether a compare-and-swap will write when it comes before `e`. */
static bool reverse_compare(const struct rv_event *e, const struct rv_event *second,
                            struct rv_op *op) {
  const struct rv_op *const first = &e->step.op;
  op->access.mode |= RV_WRITE;
  const bool replaced_known = first->access.mode & RV_READ || first->flags & RV_OP_REPLACED;
  if (!replaced_known || first->more_count || first->access.size > 8 || op->access.size > 8)
    return false;
  if (read_without(e, second) != low_bytes(second->expected, op->access.size))
    op->access.mode = RV_READ;
  return true;
}

void rv_late_settle(const struct rv_trace *trace, const struct rv_event *second,
                    struct rv_late *late) {
  if (late->op.kind != RV_OP_MEMORY)
    return;
  const struct rv_op *const then = &second->step.op, *const now = &late->op;
  late->grown = !rv_is_part(now, then, false);
  late->changed = late->grown || !rv_is_part(now, then, true) || !rv_is_part(then, now, true);
  late->position = late->grown ? trace->n : (uint64_t)(second - trace->events);
  late->clock = late->changed ? second->before : second->clock;
}

void rv_late_lock(const struct rv_trace *trace, const struct rv_event *e,
                  const struct rv_clock *knows, uint32_t events, struct rv_late *late) {
  const uint64_t after = (uint64_t)(e - trace->events) + 1;
  const uint64_t arrived = rv_clock_complete(knows, late->thread, events, trace);
  late->clock = knows;
  late->since = after < arrived ? arrived : after;
}

bool rv_race_late(const struct rv_trace *trace, const struct rv_event *e,
                  const struct rv_event *second, struct rv_late *late) {
  *late = (struct rv_late){
      .thread = second->step.thread,
      .choice = second->step.choice,
      .events = second->index - 1,
      .position = (uint64_t)(second - trace->events),
      .op = second->step.op,
      .clock = second->clock,
      .since = (uint64_t)(second - trace->events),
      .made = second,
  };
  if (late->op.kind == RV_OP_LOCK)
    rv_late_lock(trace, e, second->before, second->index - 1, late);
  if (late->op.kind == RV_OP_TRYLOCK)
    reverse_trylock(e, &late->op);
  bool certain = true;
  if (!rv_only_reads(&e->step.op)) { /* otherwise it reads what it read */
    if (late->op.flags & RV_OP_COMPARES)
      certain = reverse_compare(e, second, &late->op);
    else
      certain = !(late->op.flags & RV_OP_VARIES);
  }
  if (late->op.flags & RV_OP_COMPARES) /* nothing else can have changed by now */
    rv_late_settle(trace, second, late);
  return certain;
}
