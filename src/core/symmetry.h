/*
 * Symmetry (doc/algorithms/symmetry.md): threads that run the same code with the same argument are
 * interchangeable, and of all executions that differ only in which of them does what, one is
 * explored.
 *
 * The system says which threads are twins. Twins that have done the same so far, and as much, stand
 * before the same step: then only the lower of them makes it. So the k-th step of the upper one
 * comes after the k-th of the lower one as long as they are alike, and that is an edge of
 * happens-before like that from a creator to the thread it creates: no race is reversed across it.
 */
#ifndef RAVEL_CORE_SYMMETRY_H
#define RAVEL_CORE_SYMMETRY_H

#include "core/exploration.h"

struct rv_symmetry *rv_symmetry_new(const struct rv_memory *memory,
                                    const struct rv_options *options);

/* Looks at the event that was made last, if any, and takes the threads that are held back out of
 * those that are enabled. */
void rv_symmetry_arrive(struct rv_explorer *x, struct rv_state *state);

/* Whether a thread has to wait for its lower twin to make the same step. */
bool rv_symmetry_holds_back(const struct rv_explorer *x, rv_tid thread);

/* The lowest value that a thread need pick for a choice which is its event of this number: what its
 * lower twin picked, if they were alike until then. */
uint32_t rv_symmetry_choice(const struct rv_explorer *x, rv_tid thread, uint32_t index);

static inline uint32_t rv_first_choice(const struct rv_explorer *x, rv_tid thread, uint32_t index) {
  return x->symmetry ? rv_symmetry_choice(x, thread, index) : 0;
}

#endif
