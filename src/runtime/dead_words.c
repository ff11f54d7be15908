#include "runtime/dead_words.h"

#include "runtime/access.h"
#include "runtime/runtime.h"
#include "runtime/spinloop.h"

enum { MAX_PLACES = 256, OFFSET_SHIFT = 48, MAX_OFFSET = 4 << 10 };

#define ADDRESS_MASK ((UINT64_C(1) << OFFSET_SHIFT) - 1)

static struct place {
  uint64_t pc;
  uint32_t n, halves;
  bool refuted;
  struct dead_word words[MAX_DEAD_WORDS];
} places[MAX_PLACES];
static uint32_t n_places;

static struct place *place_of_pc(uint64_t pc) {
  for (uint32_t i = 0; i < n_places; i++)
    if (places[i].pc == pc)
      return &places[i];
  return NULL;
}

static struct place *make_place(uint64_t pc) {
  struct place *place = place_of_pc(pc);
  if (!place && n_places < MAX_PLACES) {
    place = &places[n_places++];
    place->pc = pc;
  }
  return place;
}

/* A word comes as three marks, one after the other: where it is, and the halves of its value. */
void dead_words_import(uint64_t mark) {
  static struct place *last;
  if (mark & DEAD_WORD_HALF) {
    if (last)
      last->words[last->n - 1].value |= (uint64_t)(uint32_t)mark << 32 * last->halves++;
    return;
  }
  last = make_place(mark & ADDRESS_MASK);
  if (!last)
    return;
  last->refuted |= (mark & DEAD_WORD_NONE) != 0;
  if (last->n == MAX_DEAD_WORDS || last->refuted) {
    last = NULL;
    return;
  }
  const uint64_t offset = (mark & ~(SPINLOOP_MARK | DEAD_WORD_MARK)) >> OFFSET_SHIFT << 3;
  last->halves = 0;
  last->words[last->n++] = (struct dead_word){offset, 0};
}

uint32_t dead_words_at(uint64_t pc, struct dead_word *words) {
  const struct place *place = place_of_pc(pc);
  if (!place || place->refuted)
    return 0;
  for (uint32_t i = 0; i < place->n; i++)
    words[i] = place->words[i];
  return place->n;
}

bool dead_words_guess(uint64_t pc, struct dead_word word) {
  const struct place *place = place_of_pc(pc);
  for (uint32_t i = 0; place && i < place->n; i++)
    if (place->words[i].offset == word.offset && place->words[i].value == word.value)
      return !place->refuted;
  if ((place && (place->refuted || place->n == MAX_DEAD_WORDS)) || n_places == MAX_PLACES ||
      word.offset >= MAX_OFFSET)
    return false;
  if (rt.recording)
    return true;
  const uint64_t mark = SPINLOOP_MARK | DEAD_WORD_MARK;
  note_mark(mark | word.offset >> 3 << OFFSET_SHIFT | pc);
  note_mark(mark | DEAD_WORD_HALF | (uint32_t)word.value);
  note_mark(mark | DEAD_WORD_HALF | word.value >> 32);
  rt.spun = true;
  return true;
}

void dead_words_refute(uint64_t pc) {
  if (rt.recording)
    return;
  note_mark(SPINLOOP_MARK | DEAD_WORD_MARK | DEAD_WORD_NONE | pc);
  rt.spun = true;
}
