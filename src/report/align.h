/*
 * Two sequences side by side, as a comparison of two versions of a text lays out its lines: what
 * corresponds to what, in order, and what is in one of them alone.
 */
#ifndef RAVEL_REPORT_ALIGN_H
#define RAVEL_REPORT_ALIGN_H

#include <stdint.h>

#define ALIGN_NONE UINT64_MAX

/* How well two elements correspond; 0: not at all. */
typedef uint32_t align_score(const void *context, uint64_t a, uint64_t b);

/* For each of the `n_a` elements the one of the other `n_b` that corresponds to it, or ALIGN_NONE;
 * the sum of scores is as large as it can be. Elements with the score `perfect` are laid side by
 * side at once, at both ends. Of long sequences the middle may be laid out one by one. */
void align(uint64_t n_a, uint64_t n_b, align_score *score, uint32_t perfect, const void *context,
           uint64_t *match);

#endif
