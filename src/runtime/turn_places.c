#include "runtime/turn_places.h"

#include <string.h>

#include "runtime/access.h"
#include "runtime/attempt.h"
#include "runtime/dead_memory.h"
#include "runtime/helping.h"
#include "runtime/turn.h"

enum { MAX_PLACES = 1024 };

/* Where so many turns have ended, and none was void, turns are followed no longer. */
enum { MANY_ROUNDS = 1024, SOME_VOID = UINT32_MAX };

/* Where threads stand more than once, operations with which void turns end, and attempts that are
 * taken back (attempt.h). */
struct places {
  uint64_t pcs[MAX_PLACES];
  uint32_t rounds[MAX_PLACES]; /* turns that have ended there; SOME_VOID: some of them were void */
  bool given_up[MAX_PLACES];
  uint32_t n;
};
static struct places heads, lasts, attempts;
uint64_t turns_given_up[256];

/* Its number; places->n: it is none of them. */
static uint32_t find_place(const struct places *places, uint64_t pc) {
  uint32_t i = 0;
  while (i < places->n && places->pcs[i] != pc)
    i++;
  return i;
}

bool turn_is_head(uint64_t pc) {
  if (!rt.heads[TURN_SLOT(pc)])
    return false;
  const uint32_t i = find_place(&heads, pc);
  return i < heads.n && !heads.given_up[i];
}

bool turn_is_last(uint64_t pc) {
  return find_place(&lasts, pc) < lasts.n;
}

bool turn_is_attempt(uint64_t pc) {
  return find_place(&attempts, pc) < attempts.n;
}

uint32_t turn_attempt_places(void) {
  return attempts.n;
}

void turn_note_attempt(uint64_t pc) {
  if (rt.recording || turn_is_attempt(pc))
    return;
  note_mark(pc | SPINLOOP_MARK | TURN_MARK | TURN_ATTEMPT);
  rt.spun = true;
}

void turn_note_head(uint64_t pc) {
  if (rt.recording || find_place(&heads, pc) < heads.n)
    return;
  note_mark(pc | SPINLOOP_MARK | TURN_MARK);
  rt.spun = true;
}

void turn_note_last(uint64_t pc) {
  if (rt.recording || turn_is_last(pc))
    return;
  note_mark(pc | SPINLOOP_MARK | TURN_MARK | TURN_LAST);
  rt.spun = true;
}

static void list_heads(void) {
  memset(rt.heads, 0, sizeof rt.heads);
  rt.turns = false;
  for (uint32_t i = 0; i < heads.n; i++)
    if (heads.given_up[i]) {
      turns_given_up[TURN_SLOT(heads.pcs[i])] = heads.pcs[i];
    } else {
      rt.heads[TURN_SLOT(heads.pcs[i])] = 1;
      rt.turns = rt.follows; /* others have an end of their own (weak_loop.h) */
    }
  for (uint32_t i = 0; i < attempts.n; i++)
    rt.heads[TURN_SLOT(attempts.pcs[i])] = 1;
}

void turn_import(uint64_t mark) {
  if (mark & TURN_DEAD) {
    dead_memory_import(mark);
    return;
  }
  if (mark & TURN_HELPED) {
    helping_import(mark);
    return;
  }
  if (mark & TURN_ATTEMPT && mark & ~(SPINLOOP_MARK | TURN_MARK | TURN_ATTEMPT | TURN_ADDRESS)) {
    attempt_import(mark);
    return;
  }
  struct places *places = mark & TURN_ATTEMPT ? &attempts : mark & TURN_LAST ? &lasts : &heads;
  const uint32_t i = find_place(places, mark & TURN_ADDRESS);
  if (i == MAX_PLACES)
    return;
  places->n += i == places->n;
  places->pcs[i] = mark & TURN_ADDRESS;
  places->given_up[i] |= (mark & TURN_GIVEN_UP) != 0;
  list_heads();
}

void turn_ended(uint64_t pc, bool is_void) {
  uint32_t *rounds = &heads.rounds[find_place(&heads, pc)];
  if (is_void)
    *rounds = SOME_VOID;
  else if (*rounds != SOME_VOID && ++*rounds == MANY_ROUNDS && !rt.recording) {
    note_mark(pc | SPINLOOP_MARK | TURN_MARK | TURN_GIVEN_UP);
    rt.spun = true;
  }
}
