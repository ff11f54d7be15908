/* What a function does to those that call it, from its own flow: see callee.h. */
#include "liveness/live.h"

struct summary {
  const struct flow *flow;
  struct callee *callee;
};

static void extend(struct reach *reach, int32_t begin, int32_t end) {
  if (reach->begin == reach->end)
    *reach = (struct reach){begin, end};
  if (begin < reach->begin)
    reach->begin = begin;
  if (end > reach->end)
    reach->end = end;
}

/* An access to `size` bytes at an address. If it is not known what address that is, it may be any
 * that was computed from the same arguments. */
static void touch(struct summary *summary, struct value at, int64_t offset, uint32_t size) {
  const int64_t begin = at.offset + offset;
  if (!at.exact || begin < INT32_MIN / 2 || begin > INT32_MAX / 2) {
    summary->callee->given |= at.origins;
    summary->callee->confined = false;
    return;
  }
  for (int reg = 0; reg < REGISTERS; reg++)
    if (at.origins == BIT(reg) && reg != RSP)
      extend(&summary->callee->reach[reg], (int32_t)begin, (int32_t)begin + (int32_t)size);
}

static void touch_memory(struct summary *summary, const struct values *values,
                         const struct access *access) {
  const bool variable =
      access->apart || (access->base == NO_REGISTER && access->index == NO_REGISTER);
  if (!access->size || variable)
    return;
  struct value at = {0};
  if (access->base != NO_REGISTER)
    at = values->registers[access->base];
  if (access->index != NO_REGISTER)
    at = blend(at, values->registers[access->index]);
  touch(summary, at, access->offset, access->size);
}

static void touch_by_callee(struct summary *summary, const struct values *values,
                            const struct callee *callee) {
  summary->callee->confined &= callee->confined;
  for (int reg = 0; reg < REGISTERS; reg++) {
    const struct reach *reach = &callee->reach[reg];
    if (reach->begin != reach->end)
      touch(summary, values->registers[reg], reach->begin, (uint32_t)(reach->end - reach->begin));
  }
}

static void add_result(struct callee *callee, struct value result) {
  const bool same = callee->result.exact == result.exact &&
                    callee->result.origins == result.origins &&
                    callee->result.offset == result.offset;
  callee->result = callee->returns && !same ? blend(callee->result, result) : result;
  callee->returns = true;
}

static void summarise_node(struct summary *summary, uint32_t i) {
  const struct node *node = &summary->flow->function->nodes[i];
  const struct values *values = &summary->flow->before[i];
  touch_memory(summary, values, &node->step.load);
  touch_memory(summary, values, &node->step.store);
  const bool leaves = node_leaves(node);
  if (node->step.kind == STEP_CALL || (leaves && node->step.kind != STEP_RETURN))
    touch_by_callee(summary, values, &node->callee);
  if (node->step.kind == STEP_RETURN) {
    add_result(summary->callee, values->registers[RAX]);
  } else if (leaves && node->callee.returns) {
    struct flow flow = *summary->flow;
    struct values after = *values;
    flow_call(&flow, &after, &node->callee);
    add_result(summary->callee, after.registers[RAX]);
  }
}

bool callee_summarise(struct callees *callees, uint64_t address, struct callee *callee) {
  struct function function;
  struct flow flow = {0};
  const bool ok = function_build(&function, callees, address) &&
                  function.nodes[0].address == address && flow_run(&flow, &function);
  if (ok) {
    *callee = (struct callee){.confined = true};
    struct summary summary = {&flow, callee};
    for (uint32_t i = 0; i < function.n; i++)
      if (flow.before[i].reached)
        summarise_node(&summary, i);
    callee->given |= flow.given;
    callee->given &= (uint16_t)~BIT(RSP);
  }
  flow_free(&flow);
  function_free(&function);
  return ok;
}
