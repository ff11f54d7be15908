/*
 * Facts: what a search has found out about the program, and has to know from its beginning. Memory
 * turns out to be shared, a loop to spin, an order of stores to matter.
 *
 * They are one list that only grows, of flat bytes, so that it can be handed to another process or
 * kept in a file. The explorer and the system both add to it. There is one rule for beginning
 * again: a search goes on as long as all facts are `known` to it. A fact that is added stays
 * unknown if the search has relied on the opposite. When the search begins again it knows them all.
 * A search that is given them at its start has the same result without beginning again.
 */
#ifndef RAVEL_CORE_FACTS_H
#define RAVEL_CORE_FACTS_H

#include <stdbool.h>
#include <stdint.h>

struct rv_explorer;
struct rv_object;

enum rv_fact_kind {
  RV_FACT_AWAITED,      /* a range: threads wait on it */
  RV_FACT_WRITTEN,      /* a range: it is not only read, */
  RV_FACT_OVERLAPS,     /* and overlaps another range of stores that is not */
  RV_FACT_MATTERS,      /* a range: what is read there makes a difference (indifference.h), */
  RV_FACT_ORDERED,      /* and so does the order of all accesses (dependence.h) */
  RV_FACT_READS_JUDGED, /* there are indifferent or bound reads, until more is ordered */
  RV_FACT_STORES,       /* two threads store to one range (observers.h) */
  RV_FACT_CONTEXT,      /* two orders have reached one state (context.h) */
  RV_FACT_TURN,         /* a number: it is another search's turn (turns.h) */
  RV_FACT_HEIGHT,       /* of a thread (height.h) */
  RV_FACT_AWAITS,       /* there are awaits: a cut shows more races (strategy_context.c) */
  RV_FACT_LOOKED_AT,    /* a mutex is accessed by what neither locks nor unlocks it */
  RV_FACT_VARYING,      /* a range: an await looks at it or not, by what it finds (graph_await.c) */
  RV_FACT_SYSTEM,       /* this and all above: the system's own; the explorer does not look at it */
};

struct rv_fact {
  uint32_t kind;  /* enum rv_fact_kind */
  uint32_t size;  /* of a range */
  uint64_t value; /* the address of a range, or the system's */
};

enum { RV_MAX_FACTS = 1 << 20 };

struct rv_facts {
  uint32_t n;
  uint32_t known; /* how many of them the search knows: the first ones */
  struct rv_fact at[RV_MAX_FACTS];
};

/* Adds a fact; `news`: the search has relied on the opposite. False if there is no more room: the
 * search begins again all the same. */
bool rv_facts_add(struct rv_facts *facts, struct rv_fact fact, bool news);

static inline bool rv_facts_are_known(const struct rv_facts *facts) {
  return facts->n == facts->known;
}

/* What the explorer finds out; `object` is the range, or NULL. */
void rv_fact_found(struct rv_explorer *x, enum rv_fact_kind kind, struct rv_object *object);

/* The same for one that is a number. */
void rv_fact_number(struct rv_explorer *x, enum rv_fact_kind kind, uint64_t value);

/* Makes all facts known to the search. */
void rv_facts_apply(struct rv_explorer *x);

#endif
