/*
 * The layers: which there are, and what each is asked.
 */
#include "core/layer.h"

static const struct rv_layer *const layers[RV_LAYERS] = {
    [RV_LAYER_SYMMETRY] = &rv_layer_symmetry,
    [RV_LAYER_PROFILE] = &rv_layer_profile,
    [RV_LAYER_ESTIMATE] = &rv_layer_estimate,
};

void rv_layers_make(struct rv_explorer *x) {
  for (unsigned i = 0; i < RV_LAYERS; i++) {
    x->layers[i] = layers[i]->make(&x->memory, &x->options);
    x->layers_in_steps |= x->layers[i] && (layers[i]->step || layers[i]->arrive);
  }
}

/* Every layer that is there and has an answer, one after the other. */
#define EACH_LAYER(x, i, function)                                                                 \
  for (unsigned i = 0; i < RV_LAYERS; i++)                                                         \
    if ((x)->layers[i] && layers[i]->function)

void rv_layers_clear(struct rv_explorer *x) {
  EACH_LAYER(x, i, clear) layers[i]->clear(x);
}

void rv_layers_step(struct rv_explorer *x) {
  EACH_LAYER(x, i, step) layers[i]->step(x);
}

void rv_layers_arrive(struct rv_explorer *x, struct rv_state *state) {
  EACH_LAYER(x, i, arrive) layers[i]->arrive(x, state);
}

void rv_layers_ended(struct rv_explorer *x) {
  EACH_LAYER(x, i, ended) layers[i]->ended(x);
}

void rv_layers_merged(struct rv_explorer *x, uint64_t explorations) {
  EACH_LAYER(x, i, merged) layers[i]->merged(x, explorations);
}

void rv_layers_went_back(struct rv_explorer *x) {
  EACH_LAYER(x, i, went_back) layers[i]->went_back(x);
}

bool rv_layers_hold_back(const struct rv_explorer *x, rv_tid thread) {
  bool held = false;
  EACH_LAYER(x, i, holds_back) held |= layers[i]->holds_back(x, thread);
  return held;
}

uint32_t rv_layers_choice(const struct rv_explorer *x, rv_tid thread, uint32_t index) {
  uint32_t first = 0;
  EACH_LAYER(x, i, first_choice) first = layers[i]->first_choice(x, thread, index);
  return first;
}
