#include "liveness/unseen_store.h"

#include <string.h>

#include "liveness/callee.h"
#include "liveness/instruction.h"
#include "protocol/assembly.h"

enum { MAX_PLACES = 1024, DEEPEST = 6 };

/* The instructions that are reached, in the order in which they were found. */
struct places {
  uint64_t at[MAX_PLACES];
  uint32_t n;
  bool too_many;
};

struct walk {
  const struct binary *binary;
  bool has_frame_pointer;
  struct places places;
  struct unseen_store found;
};

static void reach(struct walk *walk, uint64_t address) {
  struct places *places = &walk->places;
  for (uint32_t i = 0; i < places->n; i++)
    if (places->at[i] == address)
      return;
  if (places->n == MAX_PLACES)
    places->too_many = true;
  else
    places->at[places->n++] = address;
}

/* The name of a function of another module that is called or jumped to; NULL: it is none. */
static const char *import_of(const struct binary *binary, const struct step *step) {
  const uint64_t linkage = step->target ? binary_linkage(binary, step->target) : step->import;
  return linkage ? binary_import(binary, linkage) : NULL;
}

/* Whether a thread that is tried ends there at the latest. */
static bool ends_trying(const char *name) {
  static const char prefix[] = "__tsan_";
  if (strcmp(name, ASSEMBLY_HOOK) == 0)
    return true;
  if (strncmp(name, prefix, strlen(prefix)) != 0)
    return false;
  name += strlen(prefix);
  return strstr(name, "write") || strncmp(name, "volatile_", 9) == 0 ||
         strcmp(name, "vptr_update") == 0 ||
         (strncmp(name, "atomic", 6) == 0 && !strstr(name, "fence") &&
          strcmp(name, "atomic64_fetch_add") != 0); /* it may be the call that counts an arc
                                                     * (--coverage) */
}

/* Whether the function that `address` is in begins with what makes rbp point to its frame. */
static bool has_frame_pointer(const struct binary *binary, uint64_t address) {
  static const uint8_t mark[] = {0xf3, 0x0f, 0x1e, 0xfa}, begin[] = {0x55, 0x48, 0x89, 0xe5};
  struct binary_part part;
  size_t size;
  const uint8_t *bytes =
      binary_part(binary, address, &part) ? binary_bytes(binary, part.begin, &size) : NULL;
  if (!bytes || size < sizeof mark + sizeof begin)
    return false;
  bytes += memcmp(bytes, mark, sizeof mark) == 0 ? sizeof mark : 0;
  return memcmp(bytes, begin, sizeof begin) == 0;
}

static struct unseen_store unseen_store_within(const struct binary *binary, uint64_t address,
                                               unsigned depth);

/* False: what follows is not reached. */
static bool goes_on_after_call(struct walk *walk, const struct step *step, unsigned depth) {
  const char *name = import_of(walk->binary, step);
  if (name)
    return !ends_trying(name) && !callee_never_returns(name);
  if (!step->target)
    return true; /* anything is called: a function that is instrumented, most likely */
  const struct unseen_store called = unseen_store_within(walk->binary, step->target, depth + 1);
  walk->found.stores |= called.stores;
  return called.returns;
}

static bool stores(const struct walk *walk, const struct step *step) {
  const struct access *store = &step->store;
  return step->may_store ||
         (store->size && store->base != RSP && !(store->base == RBP && walk->has_frame_pointer));
}

static void look_at_step(struct walk *walk, const struct step *step, uint64_t next,
                         unsigned depth) {
  walk->found.stores |= stores(walk, step);
  switch (step->kind) {
  case STEP_CALL:
    if (goes_on_after_call(walk, step, depth))
      reach(walk, next);
    break;
  case STEP_BRANCH:
    reach(walk, next);
    reach(walk, step->target);
    break;
  case STEP_JUMP:
    if (import_of(walk->binary, step))
      walk->found.returns |= !ends_trying(import_of(walk->binary, step));
    else
      reach(walk, step->target);
    break;
  case STEP_TAIL:
  case STEP_RETURN:
    walk->found.returns = true;
    break;
  case STEP_STOP:
    break;
  default:
    if (!step->jumps)
      reach(walk, next);
  }
}

/* Where an instruction of inline assembly is that was announced by the call which returns to
 * `address`; 0: there is none. */
static uint64_t announced_by_call(const uint8_t *bytes, size_t size, uint64_t address) {
  const size_t n = sizeof assembly_epilogue;
  return size > n && memcmp(bytes, assembly_epilogue, n) == 0 ? address + n : 0;
}

/* A thread that is tried stores there only what is put back. */
static void pass_announced(struct walk *walk, const uint8_t *bytes, size_t size, uint64_t address) {
  struct step step;
  const size_t n = sizeof assembly_epilogue;
  if (instruction_decode(bytes + n, size - n, address, &step))
    reach(walk, address + step.length);
  else
    walk->found.stores = true;
}

static struct unseen_store unseen_store_within(const struct binary *binary, uint64_t address,
                                               unsigned depth) {
  struct walk walk = {.binary = binary, .has_frame_pointer = has_frame_pointer(binary, address)};
  if (depth == DEEPEST)
    return (struct unseen_store){.returns = true};
  reach(&walk, address);
  for (uint32_t i = 0; i < walk.places.n && !walk.found.stores; i++) {
    struct step step;
    size_t size;
    const uint8_t *bytes = binary_bytes(binary, walk.places.at[i], &size);
    const uint64_t announced = bytes ? announced_by_call(bytes, size, walk.places.at[i]) : 0;
    if (announced)
      pass_announced(&walk, bytes, size, announced);
    else if (bytes && instruction_decode(bytes, size, walk.places.at[i], &step))
      look_at_step(&walk, &step, walk.places.at[i] + step.length, depth);
  }
  walk.found.stores |= walk.places.too_many;
  return walk.found;
}

struct unseen_store unseen_store_from(const struct binary *binary, uint64_t address) {
  return unseen_store_within(binary, address, 0);
}
