#include "runtime/back_off.h"

#include "runtime/coverage.h"
#include "runtime/turn_state.h"

/* Of a thread that waits before the last operation of its turn, that one is to come. */
static bool reads(const struct thread *thread, const struct rv_access *range) {
  const struct turns *const turns = turns_of(thread);
  for (uint32_t i = turns->turns[turns->of].reads; i < turns->n_reads; i++)
    if (overlap(&turns->reads[i].access, range))
      return true;
  return thread->state == THREAD_READY && overlap(&thread->pending.access, range);
}

/* One has changed, for a while, what made the other one try again. */
static bool hinders(const struct thread *one, const struct thread *other) {
  const struct turns *const turns = turns_of(one);
  for (uint32_t i = turns->turns[turns->of].writes; i < turns->n_writes; i++)
    if (!turns->writes[i].plain && turns->writes[i].old != turns->writes[i].now &&
        reads(other, &turns->writes[i].access))
      return true;
  return false;
}

/* Whether some thread of the set hinders this one. */
static bool is_hindered(uint64_t set, rv_tid other) {
  for (rv_tid tid = 0; tid < rt.high && tid < 64; tid++)
    if (set >> tid & 1 && tid != other && hinders(&rt.threads[tid], &rt.threads[other]))
      return true;
  return false;
}

/* Whoever is hindered by none of the others gets out, and then so does whoever it has hindered. */
static bool go_round(uint64_t set) {
  for (uint64_t before = 0; set && before != set;) {
    before = set;
    for (rv_tid tid = 0; tid < rt.high && tid < 64; tid++)
      if (set >> tid & 1 && !is_hindered(set, tid))
        set &= ~(UINT64_C(1) << tid);
  }
  return set;
}

void back_off_in_step(void) {
  if (!rt.shared->request.explorer.stateful) /* livelocks are looked for by another search */
    not_covered_once("threads that back off for each other in step, for ever: iterations that take "
                     "back what they did were left out; --void-iterations explores them");
}

void back_off_look(void) {
  uint64_t stopped = 0;
  for (rv_tid tid = 0; rt.turns && tid < rt.high && tid < 64; tid++)
    if (turn_is_stopped(&rt.threads[tid]))
      stopped |= UINT64_C(1) << tid;
  if (stopped & (stopped - 1) && go_round(stopped))
    back_off_in_step();
}
