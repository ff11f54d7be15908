/*
 * Execution graphs: events, what each read reads from, and for each atomic object the order of the
 * writes to it (the modification order). Each graph that a memory model allows is explored once, by
 * the algorithm of Kokologiannakis, Marmanis, Gladstein and Vafeiadis ("Truly stateless, optimal
 * dynamic partial order reduction", POPL 2022), which they call TruSt.
 *
 * The trace on the stack is one order in which the events of the graph can be executed: a read
 * comes after the write that it reads from. Beside it each event has a stamp, which says when it
 * was added. A write that is added *revisits* a read that is there: the read, whose stamp stays
 * what it was, reads from it instead, and everything that was added since is taken away unless the
 * write needs it. That is done only if all that goes, and what the read has read, is what would be
 * added if everything were always read from the last write: so each graph is come to in one way.
 *
 * Operations that are not weak (locks, semaphores, everything under sequential consistency) are
 * ordered events. They are executed in one order, which the trace has. One that only reads reads
 * from the last one before it that updates some of what it accesses; one that updates reads in the
 * same way, and writes for those after it. So a read is added before some updates by making the
 * trace again in another order, and all else comes from revisits.
 */
#ifndef RAVEL_CORE_GRAPH_H
#define RAVEL_CORE_GRAPH_H

#include "core/exploration.h"

enum rv_graph_kind {
  RV_GRAPH_ORDERED,
  RV_GRAPH_READ,
  RV_GRAPH_WRITE,
  RV_GRAPH_FENCE,
  RV_GRAPH_CHOICE,
};

/* A set of events, by their positions in the trace. It never changes. */
struct rv_row {
  uint32_t words;
  uint64_t bits[];
};

enum { RV_GRAPH_INITIAL = -1 }; /* in place of a position: what was there before */

/* An atomic object. */
struct rv_graph_location {
  uint64_t addr;
  uint32_t size;
  uint32_t n_order, n_reads, capacity, reads_capacity;
  int32_t *order; /* its writes in modification order */
  int32_t *reads; /* its reads in the order of the trace */
  struct rv_graph_location *next;
};

/* How an event is added: what is decided before it is made. */
struct rv_graph_plan {
  rv_tid thread;
  uint32_t stamp;
  uint32_t written; /* ORDERED: the stamp of what it writes, which is younger if it was revisited */
  uint32_t choice;  /* RV_OP_CHOOSE */
  bool several;     /* ORDERED: it might access several objects */
  int32_t source;   /* a read: the write that it reads from, */
  int32_t after;    /* a write: the one that it comes right after, among those that are there */
};

struct rv_graph_event {
  struct rv_graph_plan plan;
  uint8_t kind; /* enum rv_graph_kind */
  uint8_t memory_order;
  bool exclusive;
  bool adds;     /* RV_WEAK_ADDS */
  bool updates;  /* ORDERED: it does not only read; */
  bool atomic;   /* it is RV_WEAK_SC, under C11, */
  bool reads;    /* and does not only write */
  uint32_t size; /* where that is, */
  uint64_t addr;
  uint8_t drains;    /* enum rv_graph_drains */
  int32_t read;      /* of an exclusive write */
  uint32_t youngest; /* the largest stamp up to here */
  struct rv_graph_location *location;
  const struct rv_row *porf;     /* what comes before it in program order and reads-from, with it */
  const struct rv_row *order;    /* and what else it must be executed after */
  const struct rv_row *hb;       /* what happens before it, with it */
  const struct rv_row *knew;     /* of that, what its thread knew without it */
  const struct rv_row *sb;       /* what is before it in program order, with it */
  const struct rv_row *released; /* a write: what happens before who acquires it */
  /* C11: what is before it in program order at another location; that of all that happens before
   * it, and of all that happened before its thread made it; and of this what is passed on to it. */
  const struct rv_row *elsewhere, *gathered, *knew_gathered, *passed_on;
  const struct rv_row *buffered; /* a read: what was in the store buffer then */
  const struct rv_row *before;   /* what comes before it for all threads; not under C11 */
  uint32_t undo;
  uint64_t arena_top;
};

struct rv_graph_thread {
  const struct rv_row *porf, *order, *hb, *sb;
  const struct rv_row *fenced;   /* what happens before its last release fence, with it */
  const struct rv_row *unfenced; /* what an acquire fence will add */
  const struct rv_row *gathered; /* of all that happens before its next event */
  /* Not under C11: the stores in its buffer, and those that a later store may overtake. */
  const struct rv_row *buffered, *loose;
};

/* What an event does with the store buffer of its thread, which holds nothing under sc. */
enum rv_graph_drains {
  RV_GRAPH_DRAINS_BEFORE = 1, /* it waits until the buffer is empty */
  RV_GRAPH_DRAINS_AFTER = 2,  /* the thread waits after it */
  RV_GRAPH_KEEPS_ORDER = 4,   /* PSO: what is in the buffer is not overtaken by it, */
  RV_GRAPH_FENCES_STORES = 8, /* nor by what comes after it */
};

struct rv_graph_undo {
  rv_tid thread;
  struct rv_graph_thread was;
};

/* An operation that was revisited, and is blocked now. */
enum { RV_GRAPH_ACCESSES = 16 };
struct rv_graph_stuck {
  rv_tid thread;
  uint32_t stamp;
  uint64_t since; /* the trace was this long */
  uint32_t until; /* it has seen the updates of what it waits for up to this stamp */
  struct rv_op op;
  struct rv_access more[RV_GRAPH_ACCESSES];
};

/* What an ordered operation must turn out to be where it is put. */
enum rv_graph_must { RV_GRAPH_WHATEVER, RV_GRAPH_MUST_READ, RV_GRAPH_MUST_UPDATE };

/* A step that is prescribed. */
struct rv_graph_forced {
  struct rv_graph_plan plan;
  struct rv_op op; /* of a read or a write */
  uint8_t kind;    /* enum rv_graph_kind */
  bool revisited;  /* it may be blocked: then it is stuck */
  uint8_t must;    /* enum rv_graph_must */
  const struct rv_graph_location *location;
};

enum { RV_GRAPH_LOCATIONS = 1024, RV_GRAPH_NUMBERS = 4096 };

/* Some of the executions that are complete (graph_repeat.c). */
struct rv_graph_numbers {
  void *at;
  uint32_t n, capacity;
};

struct rv_graph {
  uint32_t model;        /* enum rv_memory_model */
  struct rv_arena arena; /* rows */
  struct rv_pool pool;
  struct rv_graph_event *events;
  uint32_t n;
  struct rv_graph_thread *threads;
  struct rv_graph_undo *undo;
  uint32_t n_undo;
  struct rv_graph_location *locations[RV_GRAPH_LOCATIONS];
  struct rv_graph_numbers complete[RV_GRAPH_NUMBERS];
  struct rv_graph_await *awaits[RV_GRAPH_LOCATIONS]; /* what they look at (graph_await.c) */
  bool awaited;                                      /* there are awaits */
  struct rv_access *varying; /* ranges that some await looks at or not, by what it finds */
  uint32_t n_varying;

  struct rv_graph_plan planned;
  uint8_t must; /* enum rv_graph_must, of what is planned */
  struct rv_graph_forced *forced;
  uint32_t n_forced, forced_next;
  uint32_t changed; /* the stamp of the last change: what is written after it is new */
  bool reordered;   /* something was put before what is there */
  bool given_up;    /* what is prescribed cannot be done */
  struct rv_graph_stuck *stuck;
  uint32_t n_stuck;
  struct rv_graph_frame *frame; /* of the last revisit that is being explored */
};

static inline struct rv_graph *rv_graph(const struct rv_explorer *x) {
  return x->own;
}

static inline bool rv_row_has(const struct rv_row *row, int32_t at) {
  return row && (uint32_t)at / 64 < row->words && (row->bits[at / 64] >> (at % 64) & 1);
}

const struct rv_row *rv_row_join(struct rv_graph *g, const struct rv_row *a,
                                 const struct rv_row *b);
const struct rv_row *rv_row_with(struct rv_graph *g, const struct rv_row *row, int32_t at);
const struct rv_row *rv_row_without(struct rv_graph *g, const struct rv_row *row,
                                    const struct rv_row *less);

/* --- the graph (graph.c) -----------------------------------------------------------------------
 */

struct rv_graph_location *rv_graph_location(struct rv_graph *g, const struct rv_access *access);

/* What happened before the first event. */
void rv_graph_begin(struct rv_explorer *x);

/* The last event of the trace becomes one of the graph. */
void rv_graph_push(struct rv_explorer *x, const struct rv_graph_plan *plan);

/* Takes away the events from `n` on. */
void rv_graph_shrink(struct rv_graph *g, uint64_t n);

enum rv_graph_kind rv_graph_kind(const struct rv_op *op);

/* Whether an ordered operation does not only read, or might not. */
bool rv_graph_updates(const struct rv_op *op);

/* Whether two ordered operations are ordered with each other, the first of which updates or does
 * not; the same for an ordered event and an operation, and for two events. */
bool rv_graph_ordered_with(const struct rv_graph *g, bool updates, const struct rv_op *a,
                           const struct rv_op *b);
bool rv_graph_conflicts(const struct rv_explorer *x, int32_t at, const struct rv_op *op);
bool rv_graph_conflict(const struct rv_explorer *x, int32_t a, int32_t b);

/* Notes what awaits look at in a new state. `awaits`: a thread may have reached one. */
void rv_graph_await_look(struct rv_explorer *x, bool awaits);

/* Whether an operation accesses several objects, or would elsewhere. */
bool rv_graph_is_several(const struct rv_graph *g, const struct rv_op *op);

/* Whether an await might look at what another operation accesses, though it does not here. */
bool rv_graph_may_look_at(const struct rv_graph *g, const struct rv_op *await,
                          const struct rv_op *other);

/* What is known of awaits, before the first event. */
void rv_graph_await_begin(struct rv_explorer *x);

/* Where a write is in the modification order; -1 for the initial one. */
int32_t rv_graph_place(const struct rv_graph_location *location, int32_t write);

/* An event as it would be, put behind those of the graph, where its thread knows this. Of a
 * compare-and-swap the memory order is not known before it is made: it is taken to be relaxed. */
void rv_graph_imagine(struct rv_graph *g, uint32_t at, const struct rv_op *op,
                      const struct rv_graph_plan *plan, const struct rv_graph_thread *thread);

/* --- store buffers (graph_buffer.c): sc, tso, pso ----------------------------------------------
 */

/* What an operation does with the buffer. */
uint8_t rv_graph_drains(const struct rv_graph *g, const struct rv_op *op);

/* Fills in `before` of an event whose thread knows this, without changing the thread. */
void rv_graph_buffer_imagine(struct rv_graph *g, int32_t at, const struct rv_graph_thread *thread);

/* The event is made. */
void rv_graph_buffer_push(struct rv_graph *g, int32_t at, struct rv_graph_thread *thread);

/* Whether there is an order of all events that respects `before`, in which a read from another
 * thread comes after the write, and in which the modification order is kept: as far as it concerns
 * the last of so many events. */
bool rv_graph_buffer_allows(struct rv_graph *g, uint32_t n, const uint64_t *gone);

/* Whether there is such an order at all. */
bool rv_graph_buffer_is_consistent(struct rv_graph *g);

/* --- the memory model (graph_model.c, graph_c11.c) ---------------------------------------------
 */

/* Where an access to a location is in the modification order: that of a write, and that of the
 * write that a read reads from. One that is only imagined is not in the list yet. */
int32_t rv_graph_rank(const struct rv_graph *g, int32_t at);

static inline bool rv_graph_is_gone(const uint64_t *gone, int32_t at) {
  return gone && gone[at / 64] >> (at % 64) & 1;
}

/* C11: whether two events are at one place, both being RV_WEAK_SC. */
static inline bool rv_graph_same_place(const struct rv_graph_event *a,
                                       const struct rv_graph_event *b) {
  return a->atomic && b->atomic && a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

/* C11: fills in what psc needs to know of an event, without changing the thread; the event is made.
 */
void rv_graph_c11_imagine(struct rv_graph *g, int32_t at, const struct rv_graph_thread *thread);
void rv_graph_c11_push(struct rv_graph *g, int32_t at, struct rv_graph_thread *thread);

/* Whether psc of RC11, the order of what is seq_cst, has no cycle. */
bool rv_graph_psc_is_acyclic(struct rv_graph *g, uint32_t n, const uint64_t *gone);

/* Whether the last of so many events, the others being consistent, may be what it is. Of the
 * others, those of `gone` do not count. */
bool rv_graph_allows(struct rv_graph *g, uint32_t n, const uint64_t *gone);

/* Whether the whole graph is one of the memory model. */
bool rv_graph_is_consistent(struct rv_graph *g);
bool rv_graph_psc_is_consistent(struct rv_graph *g);

/* --- revisits (graph_revisit.c, graph_insert.c, graph_frame.c)
 * ------------------------------------------------- */

/* Where the search for revisits goes on. */
struct rv_graph_cursor {
  uint32_t by;     /* which of the operations that revisit */
  uint32_t target; /* what may be revisited: stuck operations first, then events from the last on */
  uint64_t place;  /* in which place the write comes then; or what else it comes after */
  uint64_t later;  /* which updates that stay come behind what is revisited */
  uint64_t before; /* the updates that an ordered read was last put before (graph_insert.c) */
};

/* What an operation that is to revisit others is. */
struct rv_graph_visitor {
  rv_tid thread;
  struct rv_op op;
};

/* What is to be changed in a graph. */
struct rv_graph_change {
  uint64_t base;                     /* what is before this in the trace stays as it is */
  uint64_t *gone;                    /* what goes: from `base` on */
  uint64_t *rewritten;               /* of what stays: what it writes is added again */
  const struct rv_graph_visitor *by; /* what is added then, or NULL */
  struct rv_graph_plan by_plan;
  uint8_t by_must;
  uint32_t stamp;                 /* the largest of what stays and is added */
  struct rv_graph_plan read_plan; /* and what was revisited; no thread: nothing */
  uint8_t read_kind;
  const struct rv_graph_location *read_location;
  const uint64_t *later; /* what stays, but comes behind all that; NULL: nothing */
};

/* Finds the next event that the operation revisits, takes the trace to where the two graphs differ
 * and says what is to be done there. False: there is none. */
bool rv_graph_revisit(struct rv_explorer *x, const struct rv_graph_visitor *by,
                      struct rv_graph_cursor *cursor);

/* A compare-and-swap, or whatever may or may not find what it tries to get, only reads or updates
 * depending on where it comes. */
bool rv_graph_is_either(const struct rv_op *op);

/* The same for an operation that may only read: where it comes before updates. */
bool rv_graph_insert(struct rv_explorer *x, const struct rv_graph_visitor *by,
                     struct rv_graph_cursor *cursor);

/* The same for an event that has updated something anew, after a change: it is revisited itself, or
 * what it has written is added again. Such events are those with what is written after a stamp. */
bool rv_graph_revisit_anew(struct rv_explorer *x, uint32_t since, struct rv_graph_cursor *cursor);

/* Whether a stuck operation has not seen all updates of what it waits for. */
bool rv_graph_is_stale(const struct rv_explorer *x, const struct rv_graph_stuck *stuck);

/* Goes to where a graph is changed and prescribes the rest; comes back from there. */
void rv_graph_change(struct rv_explorer *x, const struct rv_graph_change *change);
void rv_graph_return(struct rv_explorer *x);
struct rv_graph_frame {
  struct rv_graph_frame *below;
  uint64_t base, n, bytes;
  uint32_t n_stuck;
};

bool rv_graph_is_stuck(const struct rv_explorer *x, const struct rv_graph_stuck *stuck);

/* A stamp that is younger than all there are. */
uint32_t rv_graph_next_stamp(const struct rv_graph *g);

/* Makes the step that is planned the next one. */
void rv_graph_plan(struct rv_explorer *x, const struct rv_graph_plan *plan, enum rv_graph_kind kind,
                   const struct rv_graph_location *location);

/* --- repetitions (graph_repeat.c) ---------------------------------------------------------------
 */

/* The execution is complete: whether it was so before. */
bool rv_graph_is_repeated(struct rv_explorer *x);

/* The strategy's part of a state. */
struct rv_graph_part {
  struct rv_graph_stand *stand; /* NULL: what is done here is prescribed */
  struct rv_graph_cursor cursor;
  uint32_t at; /* the alternative that is being explored */
};

#endif
