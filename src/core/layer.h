/*
 * A layer accompanies a search with any strategy: it holds threads back, or records something. It
 * is a table of functions, all of them optional but `make`; adding one is adding a row in layers.c.
 * The driver knows that there are layers, and not which.
 */
#ifndef RAVEL_CORE_LAYER_H
#define RAVEL_CORE_LAYER_H

#include "core/exploration.h"

struct rv_layer {
  /* What the layer keeps: x->layers[]. NULL: it is not wanted with these options. */
  void *(*make)(const struct rv_memory *memory, const struct rv_options *options);

  /* The search begins again. */
  void (*clear)(struct rv_explorer *x);

  /* The planned step is about to be made. */
  void (*step)(struct rv_explorer *x);

  /* A new state was reached. Threads that are not to go on from there may be taken out of those
   * that are enabled. */
  void (*arrive)(struct rv_explorer *x, struct rv_state *state);

  /* Whether a thread was taken out of those that are enabled in the present state. */
  bool (*holds_back)(const struct rv_explorer *x, rv_tid thread);

  /* The lowest value that a thread need pick for a choice which is its event of this number. */
  uint32_t (*first_choice)(const struct rv_explorer *x, rv_tid thread, uint32_t index);

  /* The execution has ended, and what is to be explored because of it is planned. It is not counted
   * yet. */
  void (*ended)(struct rv_explorer *x);

  /* What follows the planned step was explored elsewhere, in so many explorations (piece.h). */
  void (*merged)(struct rv_explorer *x, uint64_t explorations);

  /* The search went back to the state from where the next execution branches off. */
  void (*went_back)(struct rv_explorer *x);
};

extern const struct rv_layer rv_layer_symmetry, rv_layer_profile, rv_layer_estimate;

void rv_layers_make(struct rv_explorer *x);

/* What the layers do, each if it is there. */
void rv_layers_clear(struct rv_explorer *x);
void rv_layers_step(struct rv_explorer *x);
void rv_layers_arrive(struct rv_explorer *x, struct rv_state *state);
void rv_layers_ended(struct rv_explorer *x);
void rv_layers_merged(struct rv_explorer *x, uint64_t explorations);
void rv_layers_went_back(struct rv_explorer *x);
bool rv_layers_hold_back(const struct rv_explorer *x, rv_tid thread);
uint32_t rv_layers_choice(const struct rv_explorer *x, rv_tid thread, uint32_t index);

/* The first value of a choice to be explored, which is the thread's event of this number. */
static inline uint32_t rv_first_choice(const struct rv_explorer *x, rv_tid thread, uint32_t index) {
  return x->layers_in_steps ? rv_layers_choice(x, thread, index) : 0;
}

#endif
