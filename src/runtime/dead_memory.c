#include "runtime/dead_memory.h"

#include "runtime/access.h"
#include "runtime/checkpoint.h"
#include "runtime/liveness.h"

enum { MAX_GUESSES = 128 };

static struct guess {
  uint64_t pc, addr;
  rv_tid thread;
  uint32_t size;
  bool refuted;
} guesses[MAX_GUESSES];
static uint32_t n_guesses;

/* Which of them are not to be read just now. */
static struct {
  uint32_t n;
  uint64_t set[MAX_GUESSES / 64];
} armed;

/* A guess is two marks, one after the other: where its thread stands, and what is dead there. */
enum { THREAD_SHIFT = 48, SIZE_SHIFT = 48, MAX_THREAD = 255 };
#define DEAD_RANGE (UINT64_C(1) << 56)
#define DEAD_REFUTED (UINT64_C(1) << 51)

static struct guess *find(rv_tid thread, uint64_t pc, uint64_t addr, uint32_t size) {
  for (uint32_t i = 0; i < n_guesses; i++)
    if (guesses[i].thread == thread && guesses[i].pc == pc && guesses[i].addr == addr &&
        guesses[i].size == size)
      return &guesses[i];
  return NULL;
}

void dead_memory_import(uint64_t mark) {
  static uint64_t first;
  if (!(mark & DEAD_RANGE)) {
    first = mark;
    return;
  }
  const rv_tid thread = first >> THREAD_SHIFT & MAX_THREAD;
  const uint64_t pc = first & TURN_ADDRESS, addr = mark & TURN_ADDRESS;
  const uint32_t size = (uint32_t)(mark >> SIZE_SHIFT & 7) + 1;
  struct guess *guess = find(thread, pc, addr, size);
  if (!guess && n_guesses == MAX_GUESSES)
    return;
  if (!guess) {
    guess = &guesses[n_guesses++];
    *guess = (struct guess){.pc = pc, .addr = addr, .thread = thread, .size = size};
  }
  guess->refuted |= (mark & DEAD_REFUTED) != 0;
}

static void tell_word(rv_tid thread, uint64_t pc, uint64_t addr, uint32_t size, bool refuted) {
  const uint64_t mark = SPINLOOP_MARK | TURN_MARK | TURN_DEAD;
  note_mark(mark | (uint64_t)thread << THREAD_SHIFT | pc);
  note_mark(mark | DEAD_RANGE | (uint64_t)(size - 1) << SIZE_SHIFT | addr |
            (refuted ? DEAD_REFUTED : 0));
  rt.spun = true;
}

bool dead_memory_is(rv_tid thread, uint64_t pc, const struct rv_access *range) {
  const struct guess *guess = find(thread, pc, range->addr, range->size);
  if (guess)
    return !guess->refuted;
  if (!rt.recording && thread <= MAX_THREAD && n_guesses < MAX_GUESSES && range->size <= 8 &&
      !rt.shared->request.leaks && !liveness_reads_unseen(pc))
    tell_word(thread, pc, range->addr, range->size, false);
  return false;
}

void dead_memory_arm(rv_tid thread, uint64_t pc) {
  for (uint32_t i = 0; i < n_guesses; i++)
    if (guesses[i].thread == thread && guesses[i].pc == pc && !guesses[i].refuted) {
      armed.set[i / 64] |= UINT64_C(1) << i % 64;
      armed.n = n_guesses;
    }
}

bool dead_memory_is_armed(void) {
  return armed.n != 0;
}

static void disarm(uint32_t i) {
  uint64_t left = 0;
  armed.set[i / 64] &= ~(UINT64_C(1) << i % 64);
  for (uint32_t word = 0; word < MAX_GUESSES / 64; word++)
    left |= armed.set[word];
  if (!left)
    armed.n = 0;
}

static bool is_armed(uint32_t i) {
  return armed.set[i / 64] >> i % 64 & 1;
}

static void refute(uint32_t i) {
  const struct guess *guess = &guesses[i];
  disarm(i);
  if (!rt.recording)
    tell_word(guess->thread, guess->pc, guess->addr, guess->size, true);
}

/* A store to a bit-field is announced as one of all the bytes that it is in. */
static bool overwrites(const struct guess *guess, rv_tid thread, const struct rv_access *access,
                       uint64_t pc) {
  return access->mode == RV_WRITE && thread == guess->thread && access->addr <= guess->addr &&
         access->addr + access->size >= guess->addr + guess->size &&
         (rt.recording || liveness_overwrites(pc, access->size));
}

void dead_memory_access_slowly(rv_tid thread, const struct rv_access *access, uint64_t pc) {
  for (uint32_t i = 0; i < armed.n; i++) {
    const struct guess *guess = &guesses[i];
    if (!is_armed(i) || access->addr >= guess->addr + guess->size ||
        guess->addr >= access->addr + access->size)
      continue;
    if (overwrites(guess, thread, access, pc))
      disarm(i);
    else
      refute(i);
  }
}

void dead_memory_may_be_read(void) {
  for (uint32_t i = 0; i < armed.n; i++)
    if (is_armed(i))
      refute(i);
}

void dead_memory_reset(void) {
  armed = (__typeof__(armed)){0};
}

void dead_memory_pieces(void) {
  checkpoint_piece(&armed, sizeof armed);
}
