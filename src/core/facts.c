#include "core/facts.h"

#include "core/exploration.h"

/* Who relies on the opposite: nobody, a search that has left something out, every search. */
enum reliance { NOBODY, SOME, ALL };

static const uint8_t reliance[RV_FACT_SYSTEM + 1] = {
    [RV_FACT_AWAITED] = SOME,
    [RV_FACT_WRITTEN] = NOBODY,
    [RV_FACT_OVERLAPS] = SOME,
    [RV_FACT_MATTERS] = ALL,
    [RV_FACT_ORDERED] = SOME,
    [RV_FACT_READS_JUDGED] = ALL, /* members of redundant(E, done) were dropped too early */
    [RV_FACT_STORES] = ALL,
    [RV_FACT_CONTEXT] = ALL,
    [RV_FACT_TURN] = ALL,
    [RV_FACT_HEIGHT] = ALL,
    [RV_FACT_AWAITS] = SOME,
    [RV_FACT_LOOKED_AT] = SOME,
    [RV_FACT_VARYING] = ALL,
    [RV_FACT_SYSTEM] = ALL,
};

bool rv_facts_add(struct rv_facts *facts, struct rv_fact fact, bool news) {
  const bool room = facts->n < RV_MAX_FACTS, goes_on = !news && rv_facts_are_known(facts);
  if (room)
    facts->at[facts->n++] = fact;
  if (goes_on)
    facts->known = facts->n;
  else if (rv_facts_are_known(facts))
    facts->known--;
  return room;
}

static void apply(struct rv_explorer *x, enum rv_fact_kind kind, struct rv_object *object,
                  uint64_t value) {
  x->facts_of_kind |= UINT32_C(1) << kind;
  switch (kind) {
  case RV_FACT_AWAITED:
    object->awaited = true;
    break;
  case RV_FACT_WRITTEN:
    object->written = true;
    break;
  case RV_FACT_MATTERS:
    object->matters = true;
    break;
  case RV_FACT_ORDERED:
    object->ordered = true;
    x->facts_of_kind &= ~(UINT32_C(1) << RV_FACT_READS_JUDGED); /* perhaps this was the last one */
    break;
  case RV_FACT_TURN:
    x->turn = value;
    break;
  default:
    break;
  }
}

void rv_fact_found(struct rv_explorer *x, enum rv_fact_kind kind, struct rv_object *object) {
  const struct rv_fact fact = {kind, object ? object->size : 0, object ? object->addr : 0};
  if (!object && kind != RV_FACT_SYSTEM && rv_fact(x, kind))
    return;
  rv_facts_add(x->facts, fact, reliance[kind] + x->relied >= ALL);
  apply(x, kind, object, fact.value);
}

void rv_fact_number(struct rv_explorer *x, enum rv_fact_kind kind, uint64_t value) {
  rv_facts_add(x->facts, (struct rv_fact){kind, 0, value}, reliance[kind] + x->relied >= ALL);
  apply(x, kind, NULL, value);
}

void rv_facts_apply(struct rv_explorer *x) {
  for (uint32_t i = 0; i < x->facts->n; i++) {
    const struct rv_fact *const fact = &x->facts->at[i];
    if (fact->kind < RV_FACT_SYSTEM)
      apply(x, (enum rv_fact_kind)fact->kind,
            fact->size ? rv_object_find(&x->hb.objects, fact->value, fact->size) : NULL,
            fact->value);
  }
  x->facts->known = x->facts->n;
}
