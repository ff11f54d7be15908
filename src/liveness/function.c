#include "liveness/function.h"

#include <stdlib.h>
#include <string.h>

static struct function_part *part_at(struct function *f, uint64_t address) {
  for (uint32_t i = 0; i < f->n_parts; i++)
    if (address >= f->parts[i].range.begin && address < f->parts[i].range.end)
      return &f->parts[i];
  return NULL;
}

static struct function_part *add_part(struct function *f, uint64_t address) {
  struct binary_part range;
  if (f->n_parts == MAX_PARTS || !binary_part(f->callees->binary, address, &range) ||
      range.end - range.begin > MAX_NODES * 16)
    return NULL;
  struct function_part *part = &f->parts[f->n_parts++];
  const size_t size = (size_t)(range.end - range.begin);
  part->range = range;
  part->nodes = must_alloc(size * sizeof *part->nodes);
  for (size_t i = 0; i < size; i++)
    part->nodes[i] = NO_NODE;
  return part;
}

/* The node at `address`, which is made if there is none yet; NO_NODE: there cannot be one. */
static int32_t node_at(struct function *f, uint64_t address) {
  struct function_part *part = part_at(f, address);
  if (!part && !(part = add_part(f, address)))
    return NO_NODE;
  int32_t *node = &part->nodes[address - part->range.begin];
  if (*node != NO_NODE)
    return *node;
  if (f->n == MAX_NODES)
    return NO_NODE;
  if (f->n == f->capacity) {
    f->capacity = f->capacity ? 2 * f->capacity : 64;
    f->nodes = must_realloc(f->nodes, f->capacity * sizeof *f->nodes);
  }
  *node = (int32_t)f->n++;
  f->nodes[*node] = (struct node){.address = address, .followers = {NO_NODE, NO_NODE}};
  return *node;
}

static bool follow_edge(struct function *f, uint32_t from, unsigned which, uint64_t address) {
  const int32_t node = node_at(f, address);
  f->nodes[from].followers[which] = node;
  return node != NO_NODE;
}

/* Compilers put what is seldom run elsewhere, under a name that says so. Every other function that
 * is jumped to is called. */
static bool is_other_function(struct function *f, uint64_t target) {
  if (part_at(f, target))
    return false;
  const char *name = binary_function(f->callees->binary, target);
  return binary_linkage(f->callees->binary, target) || (name && !strstr(name, ".cold"));
}

/* After a call that is the last instruction nothing follows: what it calls does not return. */
static bool follow_call(struct function *f, uint32_t i, uint64_t next) {
  struct node *node = &f->nodes[i];
  const struct function_part *part = part_at(f, node->address);
  node->callee = callee_of(f->callees, &node->step);
  uint64_t handler;
  if (node->callee.unconventional ||
      !binary_handler(f->callees->binary, &part->range, node->address, &handler))
    return false;
  const bool returns = node->callee.returns && next < part->range.end;
  return (!returns || follow_edge(f, i, 0, next)) && (!handler || follow_edge(f, i, 1, handler));
}

static bool add_followers(struct function *f, uint32_t i) {
  struct node *node = &f->nodes[i];
  const struct step *step = &node->step;
  const uint64_t next = node->address + step->length;
  switch (step->kind) {
  case STEP_CALL:
    return follow_call(f, i, next);
  case STEP_JUMP:
    if (is_other_function(f, step->target)) {
      node->step.kind = STEP_TAIL;
      node->callee = callee_of(f->callees, step);
      return !node->callee.unconventional;
    }
    return follow_edge(f, i, 0, step->target);
  case STEP_BRANCH:
    if (is_other_function(f, step->target)) {
      node->callee = callee_of(f->callees, step);
      return !node->callee.unconventional && follow_edge(f, i, 0, next);
    }
    return follow_edge(f, i, 1, step->target) && follow_edge(f, i, 0, next);
  case STEP_TAIL:
    node->callee = callee_of(f->callees, step);
    return !node->callee.unconventional;
  case STEP_RETURN:
  case STEP_STOP:
    return true;
  case STEP_PLAIN:
  case STEP_LEAVE:
    return next < part_at(f, node->address)->range.end && follow_edge(f, i, 0, next);
  default:
    return false;
  }
}

bool function_build(struct function *f, struct callees *callees, uint64_t address) {
  const struct binary *binary = callees->binary;
  *f = (struct function){.callees = callees};
  struct binary_part part;
  if (!binary_part(binary, address, &part))
    return false;
  const char *name = binary_function(binary, part.begin);
  if (!name || strstr(name, ".cold") || node_at(f, part.begin) == NO_NODE)
    return false;
  for (uint32_t i = 0; i < f->n; i++) {
    struct node *node = &f->nodes[i];
    const struct function_part *in = part_at(f, node->address);
    size_t size;
    const uint8_t *bytes = binary_bytes(binary, node->address, &size);
    if (!bytes || !instruction_decode(bytes, size, node->address, &node->step) ||
        node->address + node->step.length > in->range.end || !add_followers(f, i))
      return false;
  }
  return true;
}

void function_free(struct function *f) {
  for (uint32_t i = 0; i < f->n_parts; i++)
    free(f->parts[i].nodes);
  free(f->nodes);
}
