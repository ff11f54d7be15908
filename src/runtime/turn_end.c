/*
 * Threads that were stopped because of a void turn (turn.h): what they have done in it, and whether
 * they would do the same again.
 */
#include "runtime/access.h"
#include "runtime/checkpoint.h"
#include "runtime/spinloop.h"
#include "runtime/together.h"
#include "runtime/turn_state.h"

/* What a read of a turn would find if the thread made it again, alone. */
static uint64_t would_find(const struct turns *turns, const struct turn_read *read) {
  for (uint32_t i = read->writes; i > turns->turns[turns->of].writes; i--)
    if (same_range(&turns->writes[i - 1].access, &read->access))
      return turns->writes[i - 1].now;
  return contents(read->access.addr, read->access.size);
}

static bool has_changed(const struct thread *thread) {
  const struct turns *turns = turns_of(thread);
  for (uint32_t i = turns->turns[turns->of].reads; i < turns->n_reads; i++)
    if (would_find(turns, &turns->reads[i]) != turns->reads[i].value)
      return true;
  return false;
}

bool turn_is_stopped(struct thread *thread) {
  return (thread->state == THREAD_VOID && !rt.weak) || iteration_waits_to_close(thread);
}

bool turn_has(const struct thread *thread, uint64_t pc) {
  const struct turns *turns = turns_of(thread);
  const struct turn *turn = &turns->turns[turns->of];
  bool has = pc == turn->pc;
  for (uint32_t i = turn->reads; i < turns->n_reads; i++)
    has |= turns->reads[i].pc == pc;
  for (uint32_t i = turn->writes; i < turns->n_writes; i++)
    has |= turns->writes[i].pc == pc;
  return has;
}

bool turn_wrote(const struct thread *thread, uint32_t i, struct rv_access *range) {
  const struct turns *turns = turns_of(thread);
  i += turns->turns[turns->of].writes;
  if (i >= turns->n_writes)
    return false;
  *range = turns->writes[i].access;
  return true;
}

bool turns_would_be_left(void) {
  bool writes = false;
  for (rv_tid tid = 0; rt.turns && tid < rt.high; tid++) {
    struct thread *thread = &rt.threads[tid];
    if (!turn_is_stopped(thread))
      continue;
    if (has_changed(thread))
      return true;
    const struct turns *turns = turns_of(thread);
    writes |= turns->n_writes > turns->turns[turns->of].writes;
  }
  return writes && together_they_get_out();
}

void turn_pieces(const struct thread *thread) {
  if (!thread->turning && thread->state != THREAD_VOID)
    return;
  struct turns *turns = turns_of(thread);
  checkpoint_piece(turns, offsetof(struct turns, turns) + turns->n * sizeof *turns->turns);
  checkpoint_piece(turns->reads, turns->n_reads * sizeof *turns->reads);
  checkpoint_piece(turns->writes, turns->n_writes * sizeof *turns->writes);
  checkpoint_piece(turns->touched, turns->n_touched * sizeof *turns->touched);
  for (uint32_t i = 0; i < turns->n; i++)
    checkpoint_piece(turns->local[i], turns->turns[i].size);
}
