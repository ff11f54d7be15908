/* What members of a team ask, and what they are told. */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cli/signals.h"
#include "cli/team.h"

static const double MOMENT = 0.05; /* seconds */

void team_wake(struct shared_member *member) {
  __atomic_store_n(&member->asked, MEMBER_ASKS_NOTHING, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, &member->asked, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* False if the bytes did not go over: there is no memory for them. */
static bool put_bytes(const struct member *member, struct rv_flat flat) {
  struct part piece = memory_piece(&member->memory, flat.n);
  const bool good = !flat.n || piece.first;
  if (piece.first)
    memcpy(piece.first, flat.at, flat.n);
  member->memory.shared->piece_size = flat.n;
  part_free(&piece);
  return good;
}

/* The thread's number in the table of the first member, which all members have a copy of. */
static void name(struct team *team, struct member *member) {
  struct shared *const first = team->members[0].memory.shared, *const shared =
                                                                   member->memory.shared;
  const struct shared_thread *const thread = &shared->member.thread;
  uint32_t i = 0;
  while (i < first->n_threads &&
         (first->threads[i].parent != thread->parent || first->threads[i].nth != thread->nth))
    i++;
  shared->member.about = i < SHARED_MAX_THREADS ? i : RV_NO_THREAD;
  if (i == first->n_threads && i < SHARED_MAX_THREADS) {
    first->threads[i] = *thread;
    __atomic_store_n(&first->n_threads, i + 1, __ATOMIC_RELEASE);
    if (first->request.explorer.algorithm != RV_OPTIMAL)
      team->alone = ALONE_NUMBERS;
  }
  for (; shared != first && shared->n_threads < first->n_threads; shared->n_threads++)
    shared->threads[shared->n_threads] = first->threads[shared->n_threads];
}

/* A branch that somebody is at may be done in a moment: to put a task aside takes longer than that
 * where it is large. */
static bool is_worth_waiting(struct team *team, struct member *member, uint64_t task) {
  const double now = clock_seconds();
  if (member->came_at <= 0)
    member->came_at = now;
  return !team->stopping && now < member->came_at + MOMENT &&
         rv_team_is_out(&team->tasks->parts.team, task);
}

/* False: there is no answer yet. */
static bool come_to(struct team *team, uint32_t i) {
  struct member *const member = &team->members[i];
  struct shared_member *const asks = &member->memory.shared->member;
  struct rv_flat result = {0};
  asks->answer = rv_team_ask(&team->tasks->parts.team, i, asks->about, &result);
  if (asks->answer == RV_ASK_LATER && is_worth_waiting(team, member, asks->about))
    return false;
  member->came_at = 0;
  if (asks->answer == RV_ASK_RESULT && !put_bytes(&team->members[i], result))
    asks->answer = RV_ASK_EXPLORE;
  return true;
}

static void hear(struct team *team, uint32_t i, enum member_question question,
                 struct rv_flat flat) {
  struct member *const member = &team->members[i];
  struct shared_member *const asks = &member->memory.shared->member;
  struct rv_parts *const parts = &team->tasks->parts;
  switch (question) {
  case MEMBER_TAKES:
    asks->dropped = 0;
    member->waits = true;
    return;
  case MEMBER_OFFERS:
    asks->about = rv_team_offer(&parts->team, i, flat);
    break;
  case MEMBER_FINDS:
    rv_trunk_found(&parts->trunk, i, flat);
    break;
  case MEMBER_SPLITS:
    asks->about = rv_trunk_split(&parts->trunk, i, flat, rv_parts_wanted(team->idle));
    break;
  case MEMBER_COMES_TO:
    if (!come_to(team, i))
      return;
    break;
  case MEMBER_PUTS_ASIDE:
    rv_parts_put_aside(parts, i, flat, asks->about);
    team->done++;
    break;
  case MEMBER_IS_DONE:
    rv_parts_explored(parts, i, flat);
    team->done++;
    team->explored++;
    team->spent += asks->spent;
    asks->task = asks->dropped = 0;
    member->waits = true;
    return;
  case MEMBER_NAMES:
    name(team, member);
    break;
  case MEMBER_ASKS_NOTHING:
    return;
  }
  team_wake(asks);
}

void team_answer(struct team *team, uint32_t i) {
  struct member *const member = &team->members[i];
  const struct shared *const shared = member->memory.shared;
  const enum member_question question = __atomic_load_n(&shared->member.asked, __ATOMIC_SEQ_CST);
  if (!question || member->waits)
    return;
  const bool sends =
      question != MEMBER_TAKES && question != MEMBER_COMES_TO && question != MEMBER_NAMES;
  struct part piece = memory_piece(&member->memory, sends ? shared->piece_size : 0);
  hear(team, i, question, (struct rv_flat){piece.first, piece.first ? shared->piece_size : 0});
  part_free(&piece);
}

/* False: there is nothing at present. */
static bool give(struct team *team, uint32_t i) {
  struct member *const member = &team->members[i];
  struct shared_member *const asks = &member->memory.shared->member;
  struct rv_parts *const parts = &team->tasks->parts;
  const bool over = team->stopping || rv_parts_are_done(parts);
  struct rv_flat piece = {0};
  const uint64_t task = over ? 0 : rv_parts_take(parts, i, &piece);
  if (!task && !over)
    return false;
  asks->answer = task && put_bytes(member, piece);
  if (task && !asks->answer)
    rv_parts_lost(parts, i);
  asks->about = task;
  member->waits = false;
  team_wake(asks);
  return true;
}

/* They begin together: the first one would be in the middle of a small search before the last one
 * is there. */
static bool have_come(const struct team *team) {
  bool all = true;
  for (uint32_t i = 0; i < team->n; i++)
    all &= team->members[i].waits || !team->members[i].supervisor;
  return all;
}

/* More are asked to hand out a branch than have nothing to do, as not everybody has one to hand
 * out, but not all: where there are many, most of what they would hand out were in vain. */
static void want(struct team *team, uint32_t idle) {
  uint32_t left = idle ? RV_ASKED_AT_LEAST + RV_ASKED_FOR_EACH * idle : 0;
  for (uint32_t k = 0; k < team->n; k++) {
    const uint32_t i = (team->turn + k) % team->n;
    const bool asked = left > 0 && !team->members[i].waits && team->members[i].supervisor;
    team->members[i].memory.shared->member.wanted = asked;
    left -= asked;
  }
  team->turn = (team->turn + 1) % team->n;
}

void team_give(struct team *team) {
  uint32_t idle = 0;
  team->begun |= !team->together || have_come(team) || team->stopping;
  if (!team->begun)
    return;
  for (uint32_t i = 0; i < team->n; i++)
    if (team->members[i].waits)
      idle += !give(team, i);
  team->idle = idle;
  want(team, idle);
}
