#include "runtime/checkpoint.h"

#include <string.h>

#include "runtime/copy.h"
#include "runtime/pages.h"

/* The most memory that all checkpoints of an execution may take, and that one may. Copying a larger
 * state takes longer than reaching it again. */
#define COPIES_SIZE (UINT64_C(1) << 28)
#define LOG_SIZE (UINT64_C(1) << 28)
enum { MAX_CHECKPOINT = 48 << 10, MAX_CHECKPOINTS = 1 << 14 };

/* Repeating a step takes about as long as copying SURE_BYTES_PER_STEP. The search does not return
 * to most states, so a checkpoint of a state that is not certain to be needed is worth less. */
enum { BYTES_PER_STEP = 1024, SURE_BYTES_PER_STEP = 4096 };

/* Behind each other in `copies`: a piece, then its bytes. */
struct piece {
  void *at;
  size_t size;
};

struct checkpoint {
  uint64_t steps;
  char *copies; /* begin */
  char *log;    /* what was logged before it begins here */
};

static struct {
  const struct checkpoint_state *state; /* NULL: no states are kept */
  bool refused;                         /* the one being made */
  bool held;                            /* the program starts anew, but is to come back */
  char *copies, *copies_top, *limit;
  char *log, *log_top;
  uint32_t n;
  uint64_t ignored, ignored_size; /* see checkpoint_ignore() */
  struct checkpoint list[MAX_CHECKPOINTS];
} kept;

void checkpoint_init(const struct checkpoint_state *state) {
  kept.state = state;
  copy_init();
  kept.copies = kept.copies_top = pages_reserve(COPIES_SIZE);
  kept.log = kept.log_top = pages_reserve(LOG_SIZE);
}

bool checkpoint_is_possible(void) {
  return kept.state != NULL;
}

void checkpoint_stop(void) {
  checkpoint_reset();
  kept.state = NULL;
}

void checkpoint_reset(void) {
  if (kept.held)
    return;
  kept.n = 0;
  kept.copies_top = kept.copies;
  kept.log_top = kept.log;
}

void checkpoint_refuse(void) {
  kept.refused = true;
}

static size_t round_up(size_t size) {
  return (size + 15) & ~(size_t)15;
}

char *checkpoint_piece(void *at, size_t size) {
  if (size == 0 || kept.refused)
    return NULL;
  size_t needed = sizeof(struct piece) + round_up(size);
  if (needed > (size_t)(kept.limit - kept.copies_top)) {
    kept.refused = true;
    return NULL;
  }
  char *const bytes = kept.copies_top + sizeof(struct piece);
  *(struct piece *)kept.copies_top = (struct piece){at, size};
  copy(bytes, at, size);
  kept.copies_top += needed;
  return bytes;
}

/* An entry ends with its piece, so that the log can be read from its end. */
void checkpoint_log(void *at, size_t size) {
  if (kept.n == 0)
    return;
  size_t needed = sizeof(struct piece) + round_up(size);
  if (needed > LOG_SIZE - (size_t)(kept.log_top - kept.log)) {
    checkpoint_reset(); /* what was overwritten is lost: nothing to go back to */
    return;
  }
  copy(kept.log_top, at, size);
  kept.log_top += needed;
  ((struct piece *)kept.log_top)[-1] = (struct piece){at, size};
}

static void unlog(char *until) {
  while (kept.log_top != until) {
    struct piece piece = ((struct piece *)kept.log_top)[-1];
    kept.log_top -= sizeof(struct piece) + round_up(piece.size);
    copy(piece.at, kept.log_top, piece.size);
  }
}

/* Late in an execution checkpoints are further apart, so that their number stays small. */
static bool is_worth_it(uint64_t steps, bool sure) {
  if (kept.n == 0)
    return true;
  const struct checkpoint *last = &kept.list[kept.n - 1];
  uint64_t distance = steps - last->steps;
  size_t size = (size_t)(kept.copies_top - last->copies);
  return distance * (sure ? SURE_BYTES_PER_STEP : BYTES_PER_STEP) >= size && distance > steps / 512;
}

/* False: the state is too large. */
static bool keep_checkpoint(uint64_t steps) {
  char *begin = kept.copies_top;
  size_t room = COPIES_SIZE - (size_t)(begin - kept.copies);
  kept.limit = begin + (room < MAX_CHECKPOINT ? room : MAX_CHECKPOINT);
  kept.refused = false;
  kept.state->pieces();
  if (kept.refused) {
    kept.copies_top = begin;
    return false;
  }
  kept.list[kept.n++] = (struct checkpoint){steps, begin, kept.log_top};
  return true;
}

void checkpoint_keep(uint64_t steps, bool sure) {
  if (!kept.state || kept.n == MAX_CHECKPOINTS || !is_worth_it(steps, sure))
    return;
  if (!keep_checkpoint(steps) && kept.n == 0)
    kept.state = NULL; /* even the smallest state is too large */
}

static void go_back_to(const struct checkpoint *last) {
  unlog(last->log);
  kept.state->before_back();
  for (char *at = last->copies; at != kept.copies_top;) {
    const struct piece *piece = (const struct piece *)at;
    copy(piece->at, at + sizeof *piece, piece->size);
    at += sizeof *piece + round_up(piece->size);
  }
  kept.state->after_back();
}

void checkpoint_forget(uint64_t steps) {
  while (kept.n > 0 && kept.list[kept.n - 1].steps > steps)
    kept.copies_top = kept.list[--kept.n].copies;
}

bool checkpoint_back(uint64_t steps) {
  checkpoint_forget(steps);
  if (kept.n == 0)
    return false;
  go_back_to(&kept.list[kept.n - 1]);
  return true;
}

bool checkpoint_hold(uint64_t steps) {
  kept.held = kept.n < MAX_CHECKPOINTS && keep_checkpoint(steps);
  return kept.held;
}

void checkpoint_release(void) {
  const struct checkpoint *held = &kept.list[--kept.n];
  kept.held = false;
  go_back_to(held);
  kept.copies_top = held->copies;
}

/* States that are to be compared. A large one would take longer than what the comparison can save.
 */
enum { MAX_COMPARED = 1 << 20 };

static char *present;

void checkpoint_ignore(uint64_t begin, uint64_t end) {
  kept.ignored = begin;
  kept.ignored_size = end - begin;
}

static void blank_ignored(char *copy, size_t size) {
  for (char *const end = copy + size; copy < end;) {
    const struct piece *const piece = (const struct piece *)copy;
    word *const words = (word *)(piece + 1);
    for (size_t i = 0; i < piece->size / sizeof *words; i++)
      if (words[i] - kept.ignored < kept.ignored_size)
        words[i] = 0;
    copy += sizeof *piece + round_up(piece->size);
  }
}

/* Writes the pieces somewhere else than behind the checkpoints. Returns the size, 0 if refused. */
static size_t write_pieces(void (*pieces)(void), char *to) {
  if (!kept.state)
    return 0;
  char *const top = kept.copies_top, *const limit = kept.limit;
  kept.copies_top = to;
  kept.limit = to + MAX_COMPARED;
  kept.refused = false;
  pieces();
  const size_t size = kept.refused ? 0 : (size_t)(kept.copies_top - to);
  kept.copies_top = top;
  kept.limit = limit;
  if (kept.ignored_size)
    blank_ignored(to, size);
  return size;
}

bool checkpoint_remember(struct remembered *state) {
  if (!state->copy)
    state->copy = pages_reserve(MAX_COMPARED);
  if (!present)
    present = pages_reserve(MAX_COMPARED);
  state->size = write_pieces(state->pieces, state->copy);
  return state->size > 0;
}

/* The bytes of a piece, but for those of a range that lies in it. */
static bool same_bytes(const struct piece *then, const struct piece *now, uint64_t except,
                       size_t except_size) {
  const char *const a = (const char *)(then + 1), *const b = (const char *)(now + 1);
  const uint64_t at = except - (uintptr_t)then->at;
  if (except_size == 0 || at >= then->size || except_size > then->size - at)
    return memcmp(a, b, then->size) == 0;
  const size_t end = at + except_size;
  return memcmp(a, b, at) == 0 && memcmp(a + end, b + end, then->size - end) == 0;
}

/* The first byte in which two pieces differ. */
static void *first_difference(const struct piece *then, const struct piece *now) {
  size_t i = 0;
  while (i < now->size && ((const char *)(then + 1))[i] == ((const char *)(now + 1))[i])
    i++;
  return (char *)now->at + i;
}

bool checkpoint_as_remembered(struct remembered *state, uint64_t except, size_t except_size) {
  state->differs = NULL;
  if (!state->size || write_pieces(state->pieces, present) != state->size)
    return false;
  for (size_t at = 0; at < state->size;) {
    const struct piece *const then = (const struct piece *)(state->copy + at);
    const struct piece *const now = (const struct piece *)(present + at);
    const bool same_place = then->at == now->at && then->size == now->size;
    if (!same_place || !same_bytes(then, now, except, except_size)) {
      state->differs = same_place ? first_difference(then, now) : now->at;
      return false;
    }
    at += sizeof *then + round_up(then->size);
  }
  return true;
}

static uint64_t hash_next(uint64_t hash, uint64_t next) {
  hash = (hash ^ next) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 29;
}

static void hash_bytes(const char *bytes, size_t size, uint64_t hash[2]) {
  while (size > 0) {
    uint64_t next = 0;
    const size_t n = size < sizeof next ? size : sizeof next;
    memcpy(&next, bytes, n);
    hash[0] = hash_next(hash[0], next);
    hash[1] = hash_next(hash[1] + UINT64_C(0xd6e8feb86659fd93), next);
    bytes += n;
    size -= n;
  }
}

bool checkpoint_fingerprint(void (*pieces)(void), uint64_t fingerprint[2]) {
  if (!present)
    present = pages_reserve(MAX_COMPARED);
  const size_t size = write_pieces(pieces, present);
  fingerprint[0] = size;
  fingerprint[1] = 1;
  for (size_t at = 0; at < size;) {
    const struct piece *const piece = (const struct piece *)(present + at);
    const uint64_t place[2] = {(uintptr_t)piece->at, piece->size};
    hash_bytes((const char *)place, sizeof place, fingerprint);
    hash_bytes((const char *)(piece + 1), piece->size, fingerprint);
    at += sizeof *piece + round_up(piece->size);
  }
  return size > 0;
}
