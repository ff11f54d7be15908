/*
 * Small variables of this library that belong to every state (KEPT in checkpoint.h). The linker
 * puts them together and knows where they lie.
 */
#include "runtime/checkpoint.h"

#define HIDDEN __attribute__((visibility("hidden")))
extern char kept_begin[] __asm__("__start_ravel_kept") HIDDEN;
extern char kept_end[] __asm__("__stop_ravel_kept") HIDDEN;
extern char races_begin[] __asm__("__start_ravel_kept_of_races") HIDDEN;
extern char races_end[] __asm__("__stop_ravel_kept_of_races") HIDDEN;

void checkpoint_kept(void) {
  checkpoint_piece(kept_begin, (size_t)(kept_end - kept_begin));
}

void checkpoint_kept_of_races(void) {
  checkpoint_piece(races_begin, (size_t)(races_end - races_begin));
}
