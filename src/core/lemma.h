/*
 * Lemmas: what the papers prove, and the code relies on, checked where it is relied on.
 *
 * They hold for deterministic programs. A program under test may turn out not to be one, which is
 * found in another way; inside it they are not checked (RV_LEMMAS_UNCHECKED).
 */
#ifndef RAVEL_CORE_LEMMA_H
#define RAVEL_CORE_LEMMA_H

#include <assert.h>

#ifdef RV_LEMMAS_UNCHECKED
#define rv_lemma(holds) ((void)sizeof(holds))
#else
#define rv_lemma(holds) assert(holds)
#endif

#endif
