/*
 * Symmetry (doc/algorithms/symmetry.md): threads that run the same code with the same argument are
 * interchangeable, and of all executions that differ only in which of them does what, one is
 * explored.
 *
 * The system says which threads are twins. Twins that have made the same steps so far have the same
 * next step: then only the lower twin makes it. So the k-th step of the upper twin comes after the
 * k-th of the lower one as long as they are alike. That is an edge of happens-before, like the one
 * from creating a thread to its start: no race is reversed across it.
 */
#include "core/layer.h"

struct symmetry {
  bool *alike; /* by position: its thread has done up to it what the lower twin did */
  struct {
    rv_tid lower, upper; /* plus one; 0: none */
  } * twins;             /* of the threads that exist in the execution */
};

static void *symmetry_make(const struct rv_memory *memory, const struct rv_options *options) {
  if (!options->symmetry || options->sample || options->preemptions)
    return NULL;
  struct symmetry *const symmetry = rv_reserve(memory, 1, sizeof *symmetry);
  symmetry->alike = rv_reserve(memory, options->max_steps, sizeof *symmetry->alike);
  symmetry->twins = rv_reserve(memory, RV_MAX_THREADS, sizeof *symmetry->twins);
  return symmetry;
}

static struct symmetry *symmetry_of(const struct rv_explorer *x) {
  return x->layers[RV_LAYER_SYMMETRY];
}

static rv_tid lower_twin(const struct rv_explorer *x, rv_tid thread) {
  return symmetry_of(x)->twins[thread].lower - 1;
}

static rv_tid upper_twin(const struct rv_explorer *x, rv_tid thread) {
  return symmetry_of(x)->twins[thread].upper - 1;
}

static const struct rv_event *event_of(const struct rv_explorer *x, rv_tid thread, uint32_t index) {
  const struct rv_thread *const its = &x->trace.threads[thread];
  return index <= its->events ? &x->trace.events[its->positions[index - 1]] : NULL;
}

/* Whether the first so many events of a thread are those of its lower twin. */
static bool is_alike(const struct rv_explorer *x, rv_tid thread, uint32_t events) {
  return !events || symmetry_of(x)->alike[x->trace.threads[thread].positions[events - 1]];
}

/* An address as any twin has it: what is the thread's own is told by where it is in there. */
static uint64_t own_address(const struct rv_explorer *x, rv_tid thread, uint64_t address) {
  return x->system->relative(x->system->self, thread, address);
}

/* The last event that conflicts with an access that is about to get into the histories. */
static const struct rv_event *last_conflicting(struct rv_explorer *x, const struct rv_op *op,
                                               const struct rv_access *access) {
  const enum rv_class class = rv_class_of(op, access);
  const struct rv_object *const object = rv_object_find(&x->hb.objects, access->addr, access->size);
  const struct rv_visit *last = rv_last_conflicting(object, class);
  for (const struct rv_overlap *o = object->overlaps; o; o = o->next) {
    const struct rv_visit *const visit = rv_last_conflicting(o->object, class);
    if (visit && (!last || last->event < visit->event))
      last = visit;
  }
  return last ? last->event : NULL;
}

/* Whether twins made the same access with nothing in between that conflicts with it. Private memory
 * may have different addresses, as long as it stayed private. */
static bool is_same_access(struct rv_explorer *x, const struct rv_event *lower,
                           const struct rv_event *upper, unsigned i) {
  const struct rv_access *const one = rv_access(&lower->step.op, i), *const other = rv_access(
                                                                         &upper->step.op, i);
  if (one->size != other->size || one->mode != other->mode)
    return false;
  const struct rv_event *const last = last_conflicting(x, &upper->step.op, other);
  if (one->addr == other->addr)
    return !last || last < lower;
  return own_address(x, lower->step.thread, one->addr) ==
             own_address(x, upper->step.thread, other->addr) &&
         lower->clock == lower->before && (!last || last->step.thread == upper->step.thread);
}

static bool is_same_shape(const struct rv_op *one, const struct rv_op *other) {
  return one->kind == other->kind && one->flags == other->flags &&
         (one->kind != RV_OP_CHOOSE || one->choices == other->choices) &&
         rv_access_count(one) == rv_access_count(other);
}

/* Whether an event, which has no clock yet, is what the lower twin's event of the same number is.
 */
static bool is_same_event(struct rv_explorer *x, const struct rv_event *lower,
                          const struct rv_event *upper) {
  bool same =
      is_same_shape(&lower->step.op, &upper->step.op) && lower->step.choice == upper->step.choice;
  for (unsigned i = 0; same && i < rv_access_count(&lower->step.op); i++)
    same = is_same_access(x, lower, upper, i);
  return same;
}

/* Threads keep their twins: what a step of this execution created is there until that is undone. */
static void note_created(struct rv_explorer *x, const struct rv_effect *effects, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (effects[i].kind != RV_EFFECT_CREATE)
      continue;
    const rv_tid thread = effects[i].other, lower = x->system->twin(x->system->self, thread);
    symmetry_of(x)->twins[thread].lower = lower + 1;
    symmetry_of(x)->twins[thread].upper = 0;
    if (lower != RV_NO_THREAD)
      symmetry_of(x)->twins[lower].upper = thread + 1;
  }
}

/* The edges that are known with an event: to the same step of the upper twin, and to the thread's
 * next one from that of the lower twin. */
static void add_edges(struct rv_explorer *x, struct rv_event *event, rv_tid lower) {
  const rv_tid thread = event->step.thread, upper = upper_twin(x, thread);
  const uint32_t index = event->index;
  if (upper != RV_NO_THREAD && x->trace.threads[upper].events == index - 1 &&
      is_alike(x, upper, index - 1))
    rv_happens_before_teach(&x->hb, &x->trace, event, upper, event);
  const struct rv_event *const ahead =
      lower != RV_NO_THREAD && is_alike(x, thread, index) ? event_of(x, lower, index + 1) : NULL;
  if (ahead)
    rv_happens_before_teach(&x->hb, &x->trace, event, thread, ahead);
}

static void note_event(struct rv_explorer *x) {
  const uint64_t last = x->trace.n - 1;
  struct rv_event *const event = &x->trace.events[last];
  const rv_tid lower = lower_twin(x, event->step.thread);
  note_created(x, event->effects, event->n_effects);
  symmetry_of(x)->alike[last] = false;
  if (lower != RV_NO_THREAD && is_alike(x, event->step.thread, event->index - 1)) {
    const struct rv_event *const same = event_of(x, lower, event->index);
    rv_lemma(same || rv_begins_again(x)); /* or the thread would have been held back */
    symmetry_of(x)->alike[last] = same && is_same_event(x, same, event);
  }
  const uint64_t found = x->hb.found;
  rv_happens_before_extend(&x->hb, &x->trace);
  x->stats.races += x->hb.found - found;
  add_edges(x, event, lower);
}

/* Whether a thread stands before what its lower twin stands before. */
static bool stands_alike(struct rv_explorer *x, rv_tid lower, rv_tid thread) {
  const struct rv_system *const system = x->system;
  const struct rv_op one = *system->next(system->self, lower), *const other = system->next(
                                                                   system->self, thread);
  bool same = is_same_shape(&one, other);
  for (unsigned i = 0; same && i < rv_access_count(&one); i++)
    same = rv_access(&one, i)->mode == rv_access(other, i)->mode &&
           own_address(x, lower, rv_access(&one, i)->addr) ==
               own_address(x, thread, rv_access(other, i)->addr);
  return same;
}

/* A thread that is enabled while its lower twin, which has made the same steps, is not, or has
 * another next step, was no twin. It is not held back, or no thread might be enabled. */
static bool is_told_apart(struct rv_explorer *x, const struct rv_state *state, rv_tid thread) {
  const rv_tid lower = lower_twin(x, thread);
  if (rv_bit(state->enabled, state->words, lower) && stands_alike(x, lower, thread))
    return false;
  x->system->told_apart(x->system->self, thread);
  if (!rv_begins_again(x)) /* the system knows more */
    rv_fact_found(x, RV_FACT_SYSTEM, NULL);
  return true;
}

/* Whether a thread has to wait for its lower twin to make the same step. */
static bool symmetry_holds_back(const struct rv_explorer *x, rv_tid thread) {
  const rv_tid lower = lower_twin(x, thread);
  if (lower == RV_NO_THREAD)
    return false;
  const uint32_t events = x->trace.threads[thread].events;
  return x->trace.threads[lower].events == events && is_alike(x, thread, events);
}

/* Those that are told apart come first, while all are there that are enabled. */
static void hold_back(struct rv_explorer *x, struct rv_state *state) {
  bool apart = false;
  for (rv_tid t = rv_bits_next(state->enabled, state->words, 0); t != RV_NO_THREAD;
       t = rv_bits_next(state->enabled, state->words, t + 1))
    apart |= symmetry_holds_back(x, t) && is_told_apart(x, state, t);
  for (rv_tid t = apart ? RV_NO_THREAD : rv_bits_next(state->enabled, state->words, 0);
       t != RV_NO_THREAD; t = rv_bits_next(state->enabled, state->words, t + 1))
    if (symmetry_holds_back(x, t))
      rv_bit_remove(state->enabled, t);
}

static void symmetry_arrive(struct rv_explorer *x, struct rv_state *state) {
  if (x->trace.n)
    note_event(x);
  else
    note_created(x, x->trace.first, x->trace.n_first);
  if (!rv_begins_again(x))
    hold_back(x, state);
}

/* What the lower twin picked, if they were alike until then. */
static uint32_t symmetry_choice(const struct rv_explorer *x, rv_tid thread, uint32_t index) {
  const rv_tid lower = lower_twin(x, thread);
  if (lower == RV_NO_THREAD || !is_alike(x, thread, index - 1))
    return 0;
  const struct rv_event *const same = event_of(x, lower, index);
  return same && same->step.op.kind == RV_OP_CHOOSE ? same->step.choice : 0;
}

const struct rv_layer rv_layer_symmetry = {.make = symmetry_make,
                                           .arrive = symmetry_arrive,
                                           .holds_back = symmetry_holds_back,
                                           .first_choice = symmetry_choice};
