/*
 * Threads that wait for each other in a circle, by joins and locks. They never go on, whatever the
 * others do: that is a deadlock even if another thread then ends the program.
 */
#include "machine.h"

/* Threads of which each can keep this one, which is blocked, from going on. */
static unsigned waits_for(const struct lowered *code, const struct machine *m, unsigned thread) {
  const struct instruction *const i = &code->code[thread].at[m->thread[thread].pc];
  unsigned who = 0;
  if (i->kind == I_JOIN)
    return 1u << i->imm;
  if (i->kind != I_STATEMENT)
    return 0;
  if (i->r == 0xff || i->of->kind == LOCK || i->of->kind == SPIN_TRYLOCK)
    return 1u << m->mutex[i->r == 0xff ? 0 : i->of->var] >> 1;
  if (i->of->kind != RDLOCK && i->of->kind != WRLOCK)
    return 0;
  for (unsigned t = 0; i->of->kind == WRLOCK && t < MAX_THREADS; t++)
    who |= (m->readers[t] > 0u) << t;
  return who | 1u << m->writer >> 1;
}

/* A loop of trylocks of a mutex that another one holds waits as a lock does. */
static bool spins(const struct lowered *code, const struct machine *m, unsigned thread) {
  const struct instruction *const i = &code->code[thread].at[m->thread[thread].pc];
  return i->kind == I_STATEMENT && i->of->kind == SPIN_TRYLOCK && m->mutex[i->of->var];
}

bool machine_has_circle(const struct lowered *code, const struct machine *m) {
  unsigned waits[MAX_THREADS] = {0}, stuck = 0;
  for (unsigned t = 0; t < code->p->threads; t++)
    if (m->thread[t].life == RUNS && (machine_ways(code, m, t) == 0 || spins(code, m, t))) {
      waits[t] = waits_for(code, m, t);
      stuck |= 1u << t;
    }
  for (unsigned before = 0; before != stuck;) { /* who waits for nobody in the set leaves it */
    before = stuck;
    for (unsigned t = 0; t < code->p->threads; t++)
      if (!(waits[t] & stuck))
        stuck &= ~(1u << t);
  }
  return stuck != 0;
}
