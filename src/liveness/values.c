#include "liveness/values.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_OFFSET = 1 << 30 };

static const struct value other;

static bool same(const struct value *a, const struct value *b) {
  return a->origins == b->origins && a->exact == b->exact && a->by_rsp == b->by_rsp &&
         a->offset == b->offset;
}

static struct value plus(struct value value, int64_t add) {
  const int64_t sum = value.offset + add;
  if (!value.exact || sum < -MAX_OFFSET || sum > MAX_OFFSET)
    return blend(value, other);
  value.offset = (int32_t)sum;
  return value;
}

/* --- the frame ------------------------------------------------------------------------------- */

void frame_bytes_set(struct frame_bytes *bytes, int32_t begin, int32_t end, bool in) {
  for (int32_t offset = begin < -FRAME_BYTES ? -FRAME_BYTES : begin; offset < end && offset < 0;
       offset++) {
    const uint32_t i = (uint32_t)-offset - 1;
    if (in)
      bytes->bits[i / 64] |= UINT64_C(1) << i % 64;
    else
      bytes->bits[i / 64] &= ~(UINT64_C(1) << i % 64);
  }
}

bool frame_bytes_has(const struct frame_bytes *bytes, int32_t offset) {
  const uint32_t i = (uint32_t)-offset - 1;
  return offset >= 0 || offset < -FRAME_BYTES || bytes->bits[i / 64] >> i % 64 & 1;
}

struct extent extent_at(const struct flow *flow, const struct value *address, int32_t offset,
                        uint32_t size) {
  const struct value at = plus(*address, offset);
  if (is_frame_address(&at))
    return (struct extent){EXTENT_EXACT, at.offset, at.offset + (int32_t)size};
  /* What the function was called with does not point to its frame. */
  const bool frame = !at.exact && (at.origins | flow->given) & BIT(RSP);
  return (struct extent){.kind = frame ? EXTENT_WHOLE : EXTENT_ELSEWHERE};
}

struct extent extent_of(const struct flow *flow, const struct values *values,
                        const struct access *access) {
  if (access->apart || (access->base == NO_REGISTER && access->index == NO_REGISTER))
    return (struct extent){.kind = EXTENT_ELSEWHERE};
  struct value address = access->base == NO_REGISTER ? other : values->registers[access->base];
  if (access->index != NO_REGISTER)
    address = blend(address, values->registers[access->index]);
  return extent_at(flow, &address, access->offset, access->size);
}

/* --- one instruction ------------------------------------------------------------------------- */

static void give(struct flow *flow, struct value value) {
  flow->given |= value.origins;
}

static bool is_saved_register(const struct value *value) {
  for (int reg = 0; reg < REGISTERS; reg++)
    if (CALLEE_SAVED & BIT(reg) && is_register_at_call(value, reg))
      return true;
  return false;
}

/* Words that the extent has bytes of. */
static void words_of(struct extent extent, uint32_t *first, uint32_t *end) {
  *first = 0;
  *end = FRAME_WORDS;
  if (extent.kind != EXTENT_EXACT)
    return;
  const int32_t high = extent.end > 0 ? 0 : extent.end;
  *first = (uint32_t)(-high / 8);
  if (extent.begin < 0 && -extent.begin <= FRAME_WORDS * 8)
    *end = (uint32_t)((-extent.begin + 7) / 8);
  else if (extent.begin >= 0)
    *end = 0;
}

static bool is_word(struct extent extent) {
  return extent.kind == EXTENT_EXACT && extent.end - extent.begin == 8 && extent.begin % 8 == 0 &&
         extent.begin < 0 && -extent.begin <= FRAME_WORDS * 8;
}

static struct value load(const struct values *values, struct extent extent) {
  struct value value = other;
  if (extent.kind == EXTENT_ELSEWHERE)
    return value;
  uint32_t first, end;
  words_of(extent, &first, &end);
  if (is_word(extent))
    return values->words[first];
  for (uint32_t i = first; i < end; i++)
    value = blend(value, values->words[i]);
  return value;
}

/* What may be written. Where registers are saved, nothing is written by chance. */
static void weaken(struct values *values, struct extent extent, struct value value) {
  uint32_t first, end;
  if (extent.kind == EXTENT_ELSEWHERE)
    return;
  words_of(extent, &first, &end);
  for (uint32_t i = first; i < end; i++)
    if (extent.kind == EXTENT_EXACT || !is_saved_register(&values->words[i]))
      values->words[i] = blend(values->words[i], value);
}

static void store(struct flow *flow, struct values *values, struct extent extent,
                  struct value value) {
  if (is_word(extent)) {
    values->words[-extent.begin / 8 - 1] = value;
    /* Who has an address in the frame can read it from there. */
    if (flow->given & BIT(RSP) && !is_saved_register(&value))
      give(flow, value);
    return;
  }
  weaken(values, extent, value);
  const bool followed =
      extent.kind == EXTENT_EXACT && extent.end <= 0 && -extent.begin <= FRAME_WORDS * 8;
  if (!followed || flow->given & BIT(RSP))
    give(flow, value);
}

/* Calls find their arguments on the stack where they were pushed, or stored by means of rsp. */
static void note_argument(struct flow *flow, const struct values *values,
                          const struct access *access, struct value value) {
  const struct extent extent = extent_of(flow, values, access);
  const bool by_rsp = (access->base != NO_REGISTER && values->registers[access->base].by_rsp) ||
                      (access->index != NO_REGISTER && values->registers[access->index].by_rsp);
  if (!by_rsp || is_saved_register(&value))
    return;
  if (extent.kind == EXTENT_EXACT)
    frame_bytes_set(&flow->arguments, extent.begin, extent.end, true);
  else
    frame_bytes_set(&flow->arguments, -FRAME_BYTES, 0, true);
}

static void run_plain(struct flow *flow, struct values *values, const struct step *step) {
  struct value result = other;
  for (int reg = 0; reg < REGISTERS; reg++)
    if (step->reads & BIT(reg))
      result = blend(result, values->registers[reg]);
  if (step->load.size) {
    const struct value loaded = load(values, extent_of(flow, values, &step->load));
    result = step->moves && step->from == NO_REGISTER ? loaded : blend(result, loaded);
  }
  if (step->moves && step->from != NO_REGISTER)
    result = plus(values->registers[step->from], step->add);
  if (step->vector)
    give(flow, result);
  if (step->store.size) {
    note_argument(flow, values, &step->store, result);
    store(flow, values, extent_of(flow, values, &step->store), result);
  }
  for (int reg = 0; reg < REGISTERS; reg++) {
    if (step->writes & BIT(reg))
      values->registers[reg] = result;
    if (step->changes & BIT(reg))
      values->registers[reg] = blend(values->registers[reg], result);
  }
  /* The copy in rbp is the frame pointer, by which local variables are found. */
  values->registers[RBP].by_rsp = false;
  values->registers[RSP].by_rsp = true;
  values->registers[RSP] = plus(values->registers[RSP], step->stack);
}

static void run_leave(const struct flow *flow, struct values *values) {
  struct value rbp = values->registers[RBP];
  values->registers[RBP] = load(values, extent_at(flow, &rbp, 0, 8));
  values->registers[RSP] = plus(rbp, 8);
  values->registers[RSP].by_rsp = true;
}

/* The callee has what its arguments on the stack are. */
static void give_arguments(struct flow *flow, const struct values *values) {
  for (int32_t word = 0; word < FRAME_WORDS; word++) {
    bool argument = false;
    for (int32_t byte = 1; byte <= 8; byte++)
      argument |= frame_bytes_has(&flow->arguments, -8 * word - byte);
    if (argument)
      give(flow, values->words[word]);
  }
}

/* What the value in rax was computed from, in terms of the function that called. */
static struct value returned(const struct values *values, const struct value *result) {
  struct value value = other;
  for (int reg = 0; reg < REGISTERS; reg++)
    if (result->origins & BIT(reg) && reg != RSP) {
      if (result->exact)
        return plus(values->registers[reg], result->offset);
      value = blend(value, values->registers[reg]);
    }
  return value;
}

void flow_call(struct flow *flow, struct values *values, const struct callee *callee) {
  for (int reg = 0; reg < REGISTERS; reg++) {
    if (callee->given & BIT(reg))
      give(flow, values->registers[reg]);
    const struct reach *reach = &callee->reach[reg];
    if (reach->begin == reach->end)
      continue;
    /* What it finds there it may use and pass on. */
    const struct extent extent = extent_at(flow, &values->registers[reg], reach->begin,
                                           (uint32_t)(reach->end - reach->begin));
    give(flow, load(values, extent));
    weaken(values, extent, other);
  }
  if (!callee->hook)
    give_arguments(flow, values);
  if (!callee->confined && flow->given & BIT(RSP))
    weaken(values, (struct extent){.kind = EXTENT_WHOLE}, other);
  const struct value result = returned(values, &callee->result);
  for (int reg = 0; reg < REGISTERS; reg++)
    if (CALLER_SAVED & BIT(reg))
      values->registers[reg] = other;
  values->registers[RAX] = result;
}

/* Whether a function may be left here: its frame is gone. */
static bool may_leave(const struct values *values) {
  const struct value *rsp = &values->registers[RSP];
  if (!is_frame_address(rsp) || rsp->offset != -RETURN_ADDRESS)
    return false;
  for (int reg = 0; reg < REGISTERS; reg++)
    if (CALLEE_SAVED & BIT(reg) && !is_register_at_call(&values->registers[reg], reg))
      return false;
  return true;
}

/* --- all of them ----------------------------------------------------------------------------- */

/* Both return whether anything is new. */
static bool join_some(struct value *into, const struct value *from, uint32_t n) {
  bool changed = false;
  for (uint32_t i = 0; i < n; i++) {
    if (same(&into[i], &from[i]))
      continue;
    const struct value blended = blend(into[i], from[i]);
    changed |= !same(&blended, &into[i]);
    into[i] = blended;
  }
  return changed;
}

static bool join(struct values *into, const struct values *from) {
  bool changed = !into->reached;
  if (changed) {
    *into = *from;
    return true;
  }
  changed |= join_some(into->registers, from->registers, REGISTERS);
  changed |= join_some(into->words, from->words, FRAME_WORDS);
  return changed;
}

static bool run_node(struct flow *flow, uint32_t i, struct values *after) {
  const struct node *node = &flow->function->nodes[i];
  *after = flow->before[i];
  if (node_leaves(node) && !may_leave(after))
    return false;
  switch (node->step.kind) {
  case STEP_PLAIN:
    run_plain(flow, after, &node->step);
    break;
  case STEP_LEAVE:
    run_leave(flow, after);
    break;
  case STEP_CALL:
    /* Arguments on the stack may be gone in an exception handler: it needs the frame pointer. */
    if (node->followers[1] != NO_NODE && !is_frame_address(&after->registers[RBP]))
      return false;
    flow_call(flow, after, &node->callee);
    break;
  case STEP_TAIL:
    flow_call(flow, after, &node->callee);
    break;
  case STEP_BRANCH:
    if (node_leaves(node)) {
      struct values in_callee = *after;
      flow_call(flow, &in_callee, &node->callee);
    }
    break;
  default:
    break;
  }
  return is_frame_address(&after->registers[RSP]);
}

static bool run_all(struct flow *flow, uint32_t *work, bool *queued) {
  const uint32_t n = flow->function->n;
  memset(flow->before, 0, n * sizeof *flow->before);
  struct values *first = &flow->before[0];
  first->reached = true;
  for (int reg = 0; reg < REGISTERS; reg++)
    first->registers[reg] = (struct value){.origins = BIT(reg), .exact = true};
  first->registers[RSP].offset = -RETURN_ADDRESS;
  first->registers[RSP].by_rsp = true;
  uint32_t waiting = 1;
  work[0] = 0;
  while (waiting > 0) {
    const uint32_t i = work[--waiting];
    queued[i] = false;
    struct values after;
    if (!run_node(flow, i, &after))
      return false;
    for (unsigned f = 0; f < MAX_FOLLOWERS; f++) {
      const struct node *node = &flow->function->nodes[i];
      const int32_t next = node->followers[f];
      if (f == 1 && node->step.kind == STEP_CALL)
        after.registers[RAX] = other; /* it is the exception */
      if (next == NO_NODE || !join(&flow->before[next], &after))
        continue;
      if (!is_frame_address(&flow->before[next].registers[RSP]))
        return false;
      if (!queued[next]) {
        queued[next] = true;
        work[waiting++] = (uint32_t)next;
      }
    }
  }
  return true;
}

bool flow_run(struct flow *flow, const struct function *function) {
  *flow =
      (struct flow){.function = function, .before = must_alloc(function->n * sizeof *flow->before)};
  uint32_t *work = must_alloc(function->n * sizeof *work);
  bool *queued = must_alloc(function->n * sizeof *queued);
  memset(queued, 0, function->n * sizeof *queued);
  bool ok;
  uint16_t given;
  struct frame_bytes arguments;
  /* What is given away, and what may be an argument, matters everywhere. */
  do {
    given = flow->given;
    arguments = flow->arguments;
    ok = run_all(flow, work, queued);
  } while (ok &&
           (flow->given != given || memcmp(&flow->arguments, &arguments, sizeof arguments) != 0));
  free(work);
  free(queued);
  return ok;
}

void flow_free(struct flow *flow) {
  free(flow->before);
}
