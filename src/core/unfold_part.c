#include "core/unfold_part.h"

#include "core/dependence.h"

void rv_part_find(struct rv_part *part, const struct rv_thread *threads, struct rv_arena *arena) {
  const rv_tid width = rv_prime_threads(part->tip);
  uint32_t n = 0;
  for (rv_tid t = 0; t < width; t++) {
    const struct rv_prime *const last = rv_prime_last(part->tip, t);
    if (last && last->depth > threads[t].events)
      n += last->depth - threads[t].events;
  }
  part->n = 0;
  part->at = rv_arena_alloc(arena, n * sizeof *part->at);
  for (rv_tid t = 0; part->n < n; t++)
    for (struct rv_prime *p = rv_prime_last(part->tip, t); p && p->depth > threads[t].events;
         p = rv_prime_parent(p))
      part->at[part->n++] = p;
}

bool rv_primes_exclude(const struct rv_prime *e, const struct rv_prime *f) {
  return e->thread == f->thread ||
         (e->footprint & rv_conflicting_footprint(f->footprint) && rv_dependent(&e->op, &f->op));
}

bool rv_parts_conflict(const struct rv_part *e, const struct rv_part *f) {
  for (uint32_t i = 0; i < e->n; i++) {
    if (rv_prime_in(e->at[i], f->tip))
      continue;
    for (uint32_t j = 0; j < f->n; j++)
      if (rv_primes_exclude(e->at[i], f->at[j]) && !rv_prime_in(f->at[j], e->tip))
        return true;
  }
  return false;
}
