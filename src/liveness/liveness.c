#include "liveness/liveness.h"

#if defined(__x86_64__)

#include <stdlib.h>
#include <sys/stat.h>

#include "liveness/live.h"
#include "liveness/unseen_store.h"

/* The order of struct shared_liveness. */
static const int8_t order[] = {RBX, RBP, R12, R13, R14, R15};
enum { SAVED_REGISTERS = sizeof order / sizeof *order };

/* The file and the function of the last question: the next is often about the same. */
static struct file {
  bool open;
  struct stat identity;
  struct binary binary;
  struct callees callees;
} file;

static struct analysis {
  struct binary_part part; /* where the function begins; empty: there is none */
  bool ok;
  struct function function;
  struct flow flow;
  struct live *live;
} analysis;

static void forget_analysis(void) {
  free(analysis.live);
  flow_free(&analysis.flow);
  function_free(&analysis.function);
  analysis = (struct analysis){0};
}

static void forget_file(void) {
  forget_analysis();
  free(file.callees.known);
  if (file.open)
    binary_close(&file.binary);
  file = (struct file){0};
}

static bool is_same_file(const struct stat *a, const struct stat *b) {
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
         a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static bool open_file(const char *path) {
  struct stat identity;
  if (stat(path, &identity) != 0)
    return false;
  if (file.open && is_same_file(&file.identity, &identity))
    return true;
  forget_file();
  file.open = binary_open(&file.binary, path);
  file.identity = identity;
  file.callees.binary = &file.binary;
  return file.open;
}

static bool analyse(uint64_t address) {
  if (address >= analysis.part.begin && address < analysis.part.end)
    return analysis.ok;
  forget_analysis();
  if (!binary_part(&file.binary, address, &analysis.part))
    return false;
  analysis.ok = function_build(&analysis.function, &file.callees, address) &&
                flow_run(&analysis.flow, &analysis.function);
  if (analysis.ok)
    analysis.live = live_run(&analysis.flow);
  return analysis.ok;
}

static bool find_call(const struct flow *flow, uint64_t returns_to, uint32_t *call) {
  for (uint32_t i = 0; i < flow->function->n; i++) {
    const struct node *node = &flow->function->nodes[i];
    if (node->step.kind == STEP_CALL && node->address + node->step.length == returns_to &&
        flow->before[i].reached) {
      *call = i;
      return true;
    }
  }
  return false;
}

static void answer_cfa(const struct values *values, struct shared_liveness *answer) {
  answer->cfa_is_rbp = is_frame_address(&values->registers[RBP]);
  answer->cfa_offset = -values->registers[answer->cfa_is_rbp ? RBP : RSP].offset;
}

/* False: where the caller's registers are is not known. */
static bool answer_registers(const struct values *values, const struct live *live,
                             struct shared_liveness *answer) {
  for (uint32_t i = 0; i < SAVED_REGISTERS; i++) {
    const struct value *value = &values->registers[order[i]];
    for (int32_t word = 0; word < FRAME_WORDS && !answer->saved[i]; word++)
      if (is_register_at_call(&values->words[word], order[i]))
        answer->saved[i] = -8 * (word + 1);
    if (!answer->saved[i] && !is_register_at_call(value, order[i]))
      return false;
    if (answer->saved[i] && !(live->registers & BIT(order[i])) && !is_frame_address(value))
      answer->dead |= 1u << i;
  }
  return true;
}

static bool keeps_register(const struct values *values, int32_t offset) {
  const int32_t word = (-offset + 7) / 8 - 1;
  for (uint32_t i = 0; word < FRAME_WORDS && i < SAVED_REGISTERS; i++)
    if (is_register_at_call(&values->words[word], order[i]))
      return true;
  return false;
}

static void answer_slots(const struct values *values, const struct live *live,
                         struct shared_liveness *answer) {
  const int32_t begin = values->registers[RSP].offset;
  bool dead_before = false;
  for (int32_t offset = -RETURN_ADDRESS - 1; offset >= begin; offset--) {
    const bool dead = !frame_bytes_has(&live->bytes, offset) && !keeps_register(values, offset);
    if (dead && !dead_before) {
      if (answer->n_slots == SHARED_MAX_SLOTS)
        return;
      answer->slots[answer->n_slots++].end = offset + 1;
    }
    if (dead)
      answer->slots[answer->n_slots - 1].begin = offset;
    dead_before = dead;
  }
}

static bool is_in_frame(const struct access *access, const struct values *values) {
  return access->base == RSP || (access->base == RBP && is_frame_address(&values->registers[RBP]));
}

/* How many bytes are overwritten by what a hook makes or announces: by the first store that
 * follows. A bit-field is read first; 0: that, or nothing is known. */
static uint32_t overwritten_by(const struct flow *flow, uint32_t call) {
  enum { FAR = 32 };
  const struct node *nodes = flow->function->nodes, *node = &nodes[call];
  const struct values *values = &flow->before[call];
  if (!node->callee.hook)
    return 0;
  if (node->callee.reach[RDI].end)
    return (uint32_t)node->callee.reach[RDI].end; /* it makes the access itself */
  for (int i = 0; i < FAR && node->followers[0] != NO_NODE; i++) {
    node = &nodes[node->followers[0]];
    const struct step *step = &node->step;
    if (step->kind != STEP_PLAIN || (step->load.size && !is_in_frame(&step->load, values)))
      return 0;
    if (step->store.size && !is_in_frame(&step->store, values))
      return step->store.size;
  }
  return 0;
}

static void answer_live(uint64_t file_address, struct shared_liveness *answer) {
  uint32_t call;
  if (!analyse(file_address - 1) || !find_call(&analysis.flow, file_address, &call))
    return;
  const struct values *values = &analysis.flow.before[call];
  const struct live live = live_during(&analysis.flow, analysis.live, call);
  struct shared_liveness known = *answer;
  if (!answer_registers(values, &live, &known))
    return;
  answer_cfa(values, &known);
  answer_slots(values, &live, &known);
  known.ignores_result = live_ignores_result(&analysis.flow, analysis.live, call);
  known.forgets = live_forgets_expected(&analysis.flow, analysis.live, call);
  known.overwrites = overwritten_by(&analysis.flow, call);
  known.known = 1;
  *answer = known;
}

void liveness_of(const char *path, uint64_t file_address, struct shared_liveness *answer) {
  *answer = (struct shared_liveness){.pc = file_address};
  if (!open_file(path))
    return;
  const struct unseen_store unseen = unseen_store_from(&file.binary, file_address);
  answer->stores_unseen = unseen.stores;
  answer->returns = unseen.returns;
  answer_live(file_address, answer);
}

#else

void liveness_of(const char *path, uint64_t file_address, struct shared_liveness *answer) {
  (void)path;
  *answer = (struct shared_liveness){.pc = file_address};
}

#endif
