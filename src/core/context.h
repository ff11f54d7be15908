/*
 * Context-sensitive independence (ISSTA 2019, section 3): two events that are in a race, and whose
 * two orders lead to the same state here, need not be explored in both.
 *
 * For a race of e and e' after E' let u be what happens before e' besides. If E'.u.e.e' and
 * E'.u.e'.e lead to the same state, everything that begins with the second ends like something that
 * begins with the first, and u.e'.e is a don't-do sequence of E'. As the steps of such a sequence
 * are made, what is left of it is handed on; when only e is left, e sleeps.
 */
#ifndef RAVEL_CORE_CONTEXT_H
#define RAVEL_CORE_CONTEXT_H

#include "core/backtrack.h"
#include "core/compared.h"

enum { RV_DONT_STEPS = 64 };

/* What is left of a don't-do sequence: the steps that are not taken. */
struct rv_dont {
  const struct rv_sleeper *steps;
  uint32_t n;
  uint64_t taken;
  struct rv_dont *next;
};

/* The part of a state. */
struct rv_context {
  struct rv_backtrack sets;
  struct rv_dont *donts, *handed_on; /* dnd: found here, inherited */
  bool cut;                          /* all that could go on slept when it was reached */
};

/* dnd of a new state, from that of the state before (ISSTA's Algorithm 1, lines 12, 29 and 30; the
 * last as ISSTA's Algorithm 2, line 62, has it). Who is the only one left of a sequence falls
 * asleep. */
void rv_dont_inherit(struct rv_explorer *x, struct rv_state *state);

/* The state will not be seen again. */
void rv_dont_forget(struct rv_explorer *x, struct rv_state *state);

/* Chooses (ISSTA's Algorithm 1, line 21): of the threads that can be explored next from a state,
 * leaves those with which more is cut: at a
 * new state, who goes on with a don't-do sequence (section 3.2), or else who does not only read,
 * since reads are likely to reach the same state before and after; later, who begins no don't-do
 * sequence: what is found after the others makes more of them. A strategy's `choose`. */
void rv_dont_guide(struct rv_explorer *x, struct rv_state *state, uint64_t *threads);

/* What the steps of the two sides of a race, and u, do in the order that is not that of E. Their
 * further accesses are in the arena of happens-before. */
struct rv_dont_steps {
  struct rv_sleeper at[RV_DONT_STEPS];
  uint32_t n;
  uint32_t before; /* how many of them are u */
  bool joins;      /* a thread of theirs saw the end of another one, or waits for it */
};

enum rv_comparison { RV_NOT_COMPARED, RV_DIFFERENT, RV_SAME };

/* Runs both orders, unless what comes of it is known, and says whether they reach the same state
 * (ISSTA's Algorithm 1, lines 38 and 39).
 */
enum rv_comparison rv_context_check(struct rv_explorer *x, struct rv_compared *compared,
                                    const struct rv_event *e, const struct rv_event *second,
                                    struct rv_dont_steps *steps);

/* They do: adds the reversed one to dnd(E') (ISSTA's Algorithm 1, line 42). */
void rv_dont_add(struct rv_explorer *x, struct rv_state *state, const struct rv_dont_steps *steps);

#endif
