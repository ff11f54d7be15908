/*
 * Words of the local state that are thought to be dead where a thread stands before an operation
 * that spins. Compilers leave the result of the last turn in a register or on the stack, where it
 * is never read again. A turn that changes nothing but one such word is as good as one that changes
 * nothing.
 *
 * That a word is dead there is a guess. It is known to all processes, and the exploration begins
 * again with it (as with other marks). From then on, whenever a thread can leave the loop, it is
 * made sure that it does the same with the word changed. If it ever does not, the place is one
 * where all words count.
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
