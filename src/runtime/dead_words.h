/*
 * Words of the local state that are taken for dead where a thread is about to make the operation of
 * a spin loop. Compilers leave the result of the last iteration in a register or on the stack,
 * where it is never read again. An iteration that changes only one such word counts as one that
 * changes nothing.
 *
 * That a word is dead there is a guess, and a mark: all processes know it, and the exploration
 * begins again with it. From then on, whenever a thread can leave the loop, it is checked that it
 * does the same with the word changed. If it does not, no word is taken for dead at that place any
 * more.
 */
#ifndef RAVEL_RUNTIME_DEAD_WORDS_H
#define RAVEL_RUNTIME_DEAD_WORDS_H

#include <stdbool.h>
#include <stdint.h>

enum { MAX_DEAD_WORDS = 8 }; /* at one place */

struct dead_word {
  uint64_t offset; /* from the beginning of the local state */
  uint64_t value;  /* that is as good as any */
};

void dead_words_import(uint64_t mark);

/* Those of a place, and how many. */
uint32_t dead_words_at(uint64_t pc, struct dead_word *words);

/* False: it is known that no word may be thought dead at this place. */
bool dead_words_guess(uint64_t pc, struct dead_word word);
void dead_words_refute(uint64_t pc);

#endif
