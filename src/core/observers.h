/*
 * Observers (ISSTA 2019, definition 2.1, after Aronis and others, TACAS 2018): the order of two
 * stores to one location matters only if something later in the sequence reads what they left.
 *
 * A store is blind if it looks at nothing that it overwrites, and unseen if no event of the
 * sequence reads it. Unseen stores are not ordered among themselves; everything else is as always.
 * So dependence belongs to a whole sequence: events that are added can make stores dependent that
 * were not.
 *
 * Two kinds of stores are never taken for blind. What threads wait on in an await is read all the
 * time. And where stores overlap only in part, one that hides a second need not hide a third, and
 * what is found by reversing races does not reach every order (doc/algorithms/observers.md).
 */
#ifndef RAVEL_CORE_OBSERVERS_H
#define RAVEL_CORE_OBSERVERS_H

#include "core/exploration.h"

/* As `make` of the strategies with observers. */
void *rv_observers_make(const struct rv_memory *memory, const struct rv_options *options);

/* As a strategy's `made`, for those that take no store for blind. As long as no two threads make
 * blind stores to the same range, observers make no difference, and the search does without; when
 * they do, it begins again. */
void rv_store_made(struct rv_explorer *x, struct rv_event *event);

/* As a strategy's `made`, for those with observers. */
void rv_blind_made(struct rv_explorer *x, struct rv_event *event);

/* Finds the objects of what is new in the execution on the stack, and which of them are written.
 */
void rv_observe_written(struct rv_explorer *x);

/* The events of E' = pre(E, e) from a position on, and all of x->v, with what each is taken for in
 * that sequence. Those of x->v are told, too. It is valid until the next is asked for. */
struct rv_sequence *rv_observe_sequence(struct rv_explorer *x, uint64_t from, uint64_t prefix);

/* The same for the whole execution on the stack, in its events. Returns the position of the first
 * event that is not what it was the last time. */
uint64_t rv_observe_trace(struct rv_explorer *x);

/* observers(e, e', E) (ISSTA's figure 1, lines 4 and 5): of the events that read e', those that no
 * other of them happens before, in the order of E; of two messages, who first took one in place of
 * the other. Into the arena; their number. */
uint32_t rv_observers_of(struct rv_explorer *x, const struct rv_event *e,
                         const struct rv_event *second, const struct rv_event ***observers);

/* Whether two are blind stores to the same range. */
static inline bool rv_are_alike(struct rv_act a, struct rv_act b) {
  return a.verdict & b.verdict & RV_BLIND && a.op->access.addr == b.op->access.addr &&
         a.op->access.size == b.op->access.size;
}

/* Whether stores to an object that look at nothing there are blind. */
bool rv_is_blind(const struct rv_object *object);

/* Threads wait on this memory: stores to it may have been taken for blind, or two orders of
 * accesses to it for the same (context.h). */
void rv_awaited(struct rv_explorer *x, const struct rv_op *op);

/* The same for all awaits of the new part of the execution on the stack. */
void rv_note_awaits(struct rv_explorer *x);

#endif
