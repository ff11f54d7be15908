#include "cli/strengthen.h"

#include <string.h>

#include "cli/signals.h"
#include "cli/supervise.h"

struct attempt {
  const struct program *program;
  struct watch *watch;
  struct trace *trace;
  struct request request; /* with the orders that are tried */
};

/* Whether the search with this request explores everything and finds nothing. */
static bool passes(const struct attempt *attempt, const struct request *request) {
  struct memory memory;
  if (attempt->watch->interrupted || attempt->watch->time_up || !memory_new(&memory, request))
    return false;
  const enum ending ending = supervise(attempt->program, &memory, attempt->watch);
  const bool good = ending == ENDING_DONE && memory.shared->n_errors == 0;
  memory_free(&memory);
  return good;
}

/* --- places ----------------------------------------------------------------------------------- */

/* The orders between that of the program and seq_cst, the weakest first. */
static uint32_t orders_of(const struct trace_site *site, uint32_t orders[3]) {
  uint32_t n = 0;
  const bool reads = site->kind != RECORD_WRITE, writes = site->kind != RECORD_READ;
  if (reads && site->order == __ATOMIC_RELAXED)
    orders[n++] = __ATOMIC_ACQUIRE;
  if (writes && site->order == __ATOMIC_RELAXED)
    orders[n++] = __ATOMIC_RELEASE;
  if (reads && writes && site->order < __ATOMIC_ACQ_REL)
    orders[n++] = __ATOMIC_ACQ_REL;
  return n;
}

static void take_out(struct request *request, uint32_t i) {
  memmove(&request->stronger[i], &request->stronger[i + 1],
          (--request->n_stronger - i) * sizeof *request->stronger);
}

static const struct trace_site *site_of(const struct trace *trace, uint64_t pc) {
  uint32_t i = 0;
  while (trace->sites[i].pc != pc)
    i++;
  return &trace->sites[i];
}

/* Leaves only what is needed, and makes it as weak as it may be. */
static void weaken(struct attempt *attempt) {
  struct request *const request = &attempt->request;
  for (uint32_t i = 0; i < request->n_stronger;) {
    struct request without = *request;
    take_out(&without, i);
    if (without.n_stronger && passes(attempt, &without))
      *request = without;
    else
      i++;
  }
  for (uint32_t i = 0; i < request->n_stronger; i++) {
    uint32_t orders[3];
    const struct trace_site *const site = site_of(attempt->trace, request->stronger[i].pc);
    const uint32_t n = request->stronger[i].fence ? 0 : orders_of(site, orders);
    for (uint32_t k = 0; k < n; k++) {
      struct request weaker = *request;
      weaker.stronger[i].order = orders[k];
      if (passes(attempt, &weaker)) {
        *request = weaker;
        break;
      }
    }
  }
}

/* Everything at its strongest, or with a fence before every load, and before every plain access
 * that is an event. False: that does not help. */
static bool try_all(struct attempt *attempt, bool fences) {
  const struct trace *const trace = attempt->trace;
  struct request *const request = &attempt->request;
  request->n_stronger = 0;
  for (uint32_t i = 0; i < trace->n_sites; i++)
    if (fences ? trace->sites[i].plain || trace->sites[i].kind == RECORD_READ
               : !trace->sites[i].plain)
      request->stronger[request->n_stronger++] =
          (struct stronger){trace->sites[i].pc, __ATOMIC_SEQ_CST, fences};
  if (!request->n_stronger || !passes(attempt, request))
    return false;
  weaken(attempt);
  return true;
}

/* --- what is said ----------------------------------------------------------------------------- */

static const char *order_name(uint32_t order) {
  static const char *const names[] = {"relaxed", "consume", "acquire",
                                      "release", "acq_rel", "seq_cst"};
  return names[order];
}

static void note_remedy(struct attempt *attempt) {
  struct trace *const trace = attempt->trace;
  const struct request *const request = &attempt->request;
  const char *text = "";
  for (uint32_t i = 0; i < request->n_stronger; i++) {
    const struct stronger *const stronger = &request->stronger[i];
    const char *const place = trace_place(&trace->arena, trace, site_of(trace, stronger->pc)->at);
    const bool same = i && stronger[-1].order == stronger->order;
    const char *const between = i == 0 ? "" : i + 1 < request->n_stronger ? ", " : " and ";
    const char *const what =
        stronger->fence ? "a seq_cst fence before"
                        : arena_printf(&trace->arena, "%s at", order_name(stronger->order));
    text = same ? arena_printf(&trace->arena, "%s%s%s", text, between, place)
                : arena_printf(&trace->arena, "%s%s%s %s", text, between, what, place);
  }
  trace->error.remedies[trace->error.n_remedies++] = text;
}

/* A fence in fewer places than accesses would have to be seq_cst. */
static bool fences_may_be_better(const struct request *request) {
  uint32_t strongest = 0;
  for (uint32_t i = 0; i < request->n_stronger; i++)
    strongest += request->stronger[i].order == __ATOMIC_SEQ_CST;
  return strongest > 1;
}

static void find_remedies(struct attempt *attempt) {
  struct trace *const trace = attempt->trace;
  trace->error.remedies = arena_alloc(&trace->arena, 2 * sizeof *trace->error.remedies);
  uint32_t places = UINT32_MAX;
  if (try_all(attempt, false)) {
    note_remedy(attempt);
    places = attempt->request.n_stronger;
    if (!fences_may_be_better(&attempt->request))
      return;
  }
  if (try_all(attempt, true) && attempt->request.n_stronger < places)
    note_remedy(attempt);
}

void strengthen(const struct program *program, const struct request *request, struct watch *watch,
                double until, struct trace *trace) {
  if (request->explorer.memory == RV_MEMORY_SC || !trace->error.shown || watch->interrupted)
    return;
  struct attempt attempt = {program, watch, trace, *request};
  attempt.request.keep_going = attempt.request.suppress = 0;
  attempt.request.tree = attempt.request.saves = attempt.request.divides = 0;
  const double deadline = watch->deadline;
  watch->deadline = until;
  struct request ordered = attempt.request;
  ordered.explorer.memory = RV_MEMORY_SC;
  ordered.explorer.algorithm = RV_OPTIMAL;
  trace->error.weak = passes(&attempt, &ordered);
  if (trace->n_sites && trace->n_sites <= REQUEST_STRONGER)
    find_remedies(&attempt);
  watch->deadline = deadline;
  watch->time_up = false;
}
