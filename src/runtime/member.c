#define _GNU_SOURCE
#include "runtime/member.h"

#include <linux/futex.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "core/parts.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

static struct shared_member *self(void) {
  return &rt.shared->member;
}

/* The command is woken by what would tell it that a supervisor has ended. */
static void member_ask(enum member_question question) {
  struct shared_member *const member = self();
  __atomic_store_n(&member->asked, question, __ATOMIC_SEQ_CST);
  REAL(kill)((pid_t)member->command, SIGCHLD);
  while (__atomic_load_n(&member->asked, __ATOMIC_SEQ_CST))
    REAL(syscall)(SYS_futex, &member->asked, FUTEX_WAIT, question, NULL, NULL, 0);
}

static unsigned char *piece_area(void) {
  return (unsigned char *)(SHARED_BASE + SHARED_PIECE_OFFSET);
}

static void send(enum member_question question, struct rv_flat flat) {
  if (flat.n)
    memcpy(piece_area(), flat.at, flat.n);
  rt.shared->piece_size = flat.n;
  member_ask(question);
}

static struct rv_flat received(void) {
  return (struct rv_flat){piece_area(), rt.shared->piece_size};
}

/* Nanoseconds of work so far; and when the task was begun. */
static uint64_t worked(void) {
  struct timespec now;
  REAL(clock_gettime)(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static uint64_t began;

/* What was answered: a task, or that there is none. */
static bool member_took(struct rv_explorer *x) {
  if (!self()->answer)
    return false;
  began = worked();
  rv_explorer_load(x, received());
  rt.shared->stats = *rv_explorer_stats(x);
  self()->task = self()->about;
  return true;
}

bool member_take(struct rv_explorer *x) {
  if (self()->task)
    return true;
  member_ask(MEMBER_TAKES);
  return member_took(x);
}

static enum rv_progress take_another(struct rv_explorer *x) {
  self()->task = 0;
  return member_take(x) ? RV_MORE : RV_DONE;
}

static enum rv_progress finish(struct rv_explorer *x) {
  self()->spent = worked() - began;
  send(MEMBER_IS_DONE, rv_explorer_result(x));
  return member_took(x) ? RV_MORE : RV_DONE;
}

static enum rv_progress come_to_branch(struct rv_explorer *x) {
  self()->about = rv_explorer_awaits(x);
  member_ask(MEMBER_COMES_TO);
  switch ((enum rv_ask)self()->answer) {
  case RV_ASK_RESULT:
    rv_explorer_merge(x, received());
    return rv_explorer_is_done(x) ? finish(x) : RV_MORE;
  case RV_ASK_EXPLORE:
    rv_explorer_explore_awaited(x);
    return RV_MORE;
  case RV_ASK_LATER:
    break;
  }
  member_put_aside(x);
  return take_another(x);
}

/* To hand out a branch costs as much as some executions, and it may be a small one: a few at a
 * time, and not more than one in so many nanoseconds of work. Where the piece is large, as wakeup
 * trees can be, that takes no more than a part of the work. */
enum { MOST_AT_A_TIME = 16, INTERVAL = 2000000, PART = 20 };

static struct {
  uint64_t since, left, interval;
} handing = {.left = MOST_AT_A_TIME, .interval = INTERVAL};

static bool may_hand_out(void) {
  const uint64_t at = worked();
  const uint64_t more = handing.since ? (at - handing.since) / handing.interval : 0;
  handing.since = handing.since ? handing.since + more * handing.interval : at;
  handing.left = handing.left + more < MOST_AT_A_TIME ? handing.left + more : MOST_AT_A_TIME;
  return handing.left && handing.left--;
}

static bool is_in_any_order(void) {
  return rv_in_any_order(rt.shared->request.explorer.algorithm);
}

/* What is to be explored from states above the root; false if there is nothing. */
static bool tell_what_was_found(struct rv_explorer *x) {
  const struct rv_flat found = rv_explorer_found(x);
  if (found.n) {
    send(MEMBER_FINDS, found);
    rv_explorer_told(x);
  }
  return found.n;
}

static void split(struct rv_explorer *x) {
  const struct rv_flat piece = rv_explorer_to_split(x);
  if (piece.n)
    send(MEMBER_SPLITS, piece);
  if (piece.n && self()->about)
    rv_explorer_leave(x, self()->about);
}

static void offer_branch(struct rv_explorer *x) {
  const struct rv_flat piece = rv_explorer_hand_out(x);
  if (!piece.n)
    return;
  send(MEMBER_OFFERS, piece);
  rv_explorer_handed(x, self()->about);
}

/* What was found is nearer to the initial state, and larger, than what is left here. Whether it
 * helps is known the next time. */
static void hand_out(struct rv_explorer *x) {
  static bool has_told;
  const uint64_t begin = worked();
  if (!is_in_any_order())
    offer_branch(x);
  else if (has_told || !tell_what_was_found(x)) {
    has_told = false;
    split(x);
  } else
    has_told = true;
  const uint64_t end = worked(), cost = end - begin;
  handing.interval = PART * cost > INTERVAL ? PART * cost : INTERVAL;
  if (handing.interval > INTERVAL) {
    handing.left = 0;
    handing.since = end;
  }
}

enum rv_progress member_went_on(struct rv_explorer *x, enum rv_progress progress) {
  if (progress == RV_DONE || (progress == RV_MISFIT && self()->task != RV_WHOLE_SEARCH))
    return finish(x);
  if (progress == RV_AWAITS)
    return come_to_branch(x);
  if (progress == RV_MORE && self()->dropped)
    return take_another(x);
  if (progress == RV_MORE && self()->wanted && may_hand_out())
    hand_out(x);
  return progress;
}

void member_put_aside(struct rv_explorer *x) {
  if (!self()->task)
    return;
  self()->about = rv_explorer_awaits(x);
  send(MEMBER_PUTS_ASIDE, rv_explorer_write(x));
  self()->task = 0;
}

rv_tid member_name(const struct shared_thread *thread) {
  self()->thread = *thread;
  member_ask(MEMBER_NAMES);
  return (rv_tid)self()->about;
}

void member_is_alone(enum alone why) {
  self()->alone = why;
}
