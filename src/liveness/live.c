#include "liveness/live.h"

#include <stdlib.h>
#include <string.h>

static void read_extent(struct live *live, struct extent extent) {
  if (extent.kind == EXTENT_EXACT)
    frame_bytes_set(&live->bytes, extent.begin, extent.end, true);
  else if (extent.kind == EXTENT_WHOLE)
    frame_bytes_set(&live->bytes, -FRAME_BYTES, 0, true);
}

static void read_memory(const struct flow *flow, const struct values *values, struct live *live,
                        const struct access *access) {
  if (access->size)
    read_extent(live, extent_of(flow, values, access));
}

static void read_address(struct live *live, const struct access *access) {
  if (access->size && access->base != NO_REGISTER)
    live->registers |= BIT(access->base);
  if (access->size && access->index != NO_REGISTER)
    live->registers |= BIT(access->index);
}

/* What is read by what a call calls. */
static void read_by_callee(const struct flow *flow, const struct values *values, struct live *live,
                           const struct callee *callee) {
  for (int reg = 0; reg < REGISTERS; reg++) {
    const struct reach *reach = &callee->reach[reg];
    if (reach->begin != reach->end)
      read_extent(live, extent_at(flow, &values->registers[reg], reach->begin,
                                  (uint32_t)(reach->end - reach->begin)));
  }
  if (!callee->confined && flow->given & BIT(RSP))
    read_extent(live, (struct extent){.kind = EXTENT_WHOLE});
  for (uint32_t i = 0; !callee->hook && i < FRAME_BYTES / 64; i++)
    live->bytes.bits[i] |= flow->arguments.bits[i];
}

static bool live_add(struct live *live, const struct live *more) {
  bool changed = (more->registers & ~live->registers) != 0;
  live->registers |= more->registers;
  for (uint32_t i = 0; i < FRAME_BYTES / 64; i++) {
    changed |= (more->bytes.bits[i] & ~live->bytes.bits[i]) != 0;
    live->bytes.bits[i] |= more->bytes.bits[i];
  }
  return changed;
}

static struct live live_after(const struct flow *flow, const struct live *all, uint32_t i) {
  const struct node *node = &flow->function->nodes[i];
  struct live live = {0};
  for (unsigned f = 0; f < MAX_FOLLOWERS; f++)
    if (node->followers[f] != NO_NODE)
      live_add(&live, &all[node->followers[f]]);
  return live;
}

static bool any_is_live(const struct live *live, int32_t begin, int32_t end) {
  for (int32_t at = begin; at < end; at++)
    if (frame_bytes_has(&live->bytes, at))
      return true;
  return false;
}

/* A step that does nothing but to copy a value to where nobody reads it. */
static bool is_in_vain(const struct flow *flow, const struct values *values,
                       const struct step *step, const struct live *after) {
  if (step->kind != STEP_PLAIN || !step->copies || step->changes || step->stack)
    return false;
  if (!step->store.size)
    return step->writes && !(step->writes & after->registers);
  const struct extent extent = extent_of(flow, values, &step->store);
  return !step->writes && extent.kind == EXTENT_EXACT &&
         !any_is_live(after, extent.begin, extent.end);
}

/* What is in registers when a function is called or left: arguments; results, and what is to be as
 * it was. */
static uint16_t expected_in_registers(const struct node *node) {
  const uint16_t arguments =
      BIT(RDI) | BIT(RSI) | BIT(RDX) | BIT(RCX) | BIT(R8) | BIT(R9) | BIT(R10);
  if (node_leaves(node))
    return CALLEE_SAVED | BIT(RAX) | arguments;
  return node->step.kind == STEP_CALL ? arguments : 0;
}

static struct live live_before(const struct flow *flow, const struct live *all, uint32_t i) {
  const struct node *node = &flow->function->nodes[i];
  const struct step *step = &node->step;
  const struct values *values = &flow->before[i];
  struct live live = live_after(flow, all, i);
  if (is_in_vain(flow, values, step, &live)) {
    read_address(&live, &step->store); /* it must be one all the same */
    read_address(&live, &step->load);
    return live;
  }
  live.registers &= (uint16_t) ~(step->writes | (step->kind == STEP_CALL ? CALLER_SAVED : 0));
  if (step->store.size) {
    const struct extent extent = extent_of(flow, values, &step->store);
    if (extent.kind == EXTENT_EXACT)
      frame_bytes_set(&live.bytes, extent.begin, extent.end, false);
  }
  live.registers |= step->reads | step->tests | expected_in_registers(node);
  read_address(&live, &step->store);
  read_address(&live, &step->load);
  read_memory(flow, values, &live, &step->load);
  if (step->kind == STEP_LEAVE) {
    live.registers |= BIT(RBP);
    read_extent(&live, extent_at(flow, &values->registers[RBP], 0, 8));
  }
  if (step->kind == STEP_CALL)
    read_by_callee(flow, values, &live, &node->callee);
  return live;
}

struct live *live_run(const struct flow *flow) {
  const uint32_t n = flow->function->n;
  struct live *all = must_alloc(n * sizeof *all);
  memset(all, 0, n * sizeof *all);
  bool changed;
  do {
    changed = false;
    for (uint32_t i = n; i-- > 0;) {
      const struct live live = live_before(flow, all, i);
      changed |= live_add(&all[i], &live);
    }
  } while (changed);
  return all;
}

struct live live_during(const struct flow *flow, const struct live *all, uint32_t call) {
  struct live live = live_after(flow, all, call);
  read_by_callee(flow, &flow->before[call], &live, &flow->function->nodes[call].callee);
  return live;
}

bool live_ignores_result(const struct flow *flow, const struct live *all, uint32_t call) {
  /* Others may read the frame if they have an address in it. */
  return !(flow->given & BIT(RSP)) && !(live_after(flow, all, call).registers & BIT(RAX));
}

bool live_forgets_expected(const struct flow *flow, const struct live *all, uint32_t call) {
  const struct callee *callee = &flow->function->nodes[call].callee;
  const struct reach *reach = &callee->reach[RSI];
  if (!callee->hook || callee->reach[RDI].end == 0)
    return false;
  if (reach->end == 0)
    return true; /* it was told by value */
  const struct live live = live_after(flow, all, call);
  const struct extent extent =
      extent_at(flow, &flow->before[call].registers[RSI], 0, (uint32_t)reach->end);
  return extent.kind == EXTENT_EXACT && !any_is_live(&live, extent.begin, extent.end);
}
