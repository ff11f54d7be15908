/*
 * Which operations of different threads depend on each other: every rule is here, and so are the
 * exceptions (messages, and reads of which only the store that they read matters).
 *
 * Every access of an operation belongs to a class, and a table says which classes conflict.
 * Operations are dependent when two of their accesses overlap and the classes conflict.
 */
#ifndef RAVEL_CORE_DEPENDENCE_H
#define RAVEL_CORE_DEPENDENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/event.h"

enum rv_class {
  RV_CLASS_WRITE,
  RV_CLASS_ACQUIRE, /* a lock, or a trylock that got the mutex */
  RV_CLASS_READ,
  RV_CLASS_REFUSED, /* a trylock that found the mutex held */
  RV_CLASS_ADD,     /* what commutes with its like: an unlock, a post */
  RV_CLASS_UNSEEN,  /* a store whose order among other such stores nobody observes */
  RV_CLASSES
};

/* Operations of the first two classes conflict with everything. Two operations of the same other
 * class do not conflict. */
static inline bool rv_conflict(enum rv_class a, enum rv_class b) {
  return a != b || a <= RV_CLASS_ACQUIRE;
}

static inline bool rv_overlap(const struct rv_access *a, const struct rv_access *b) {
  return (a->addr - b->addr < b->size && a->size) || (b->addr - a->addr < a->size && b->size);
}

/* The accesses of an operation that can conflict with anything. */
static inline unsigned rv_access_count(const struct rv_op *op) {
  const bool none = op->kind == RV_OP_NONE || op->kind == RV_OP_CHOOSE;
  return none || op->access.size == 0 ? 0 : 1u + op->more_count;
}

static inline const struct rv_access *rv_access(const struct rv_op *op, unsigned i) {
  return i == 0 ? &op->access : &op->more[i - 1];
}

/* Whether an operation leaves what it accesses as it was. */
bool rv_only_reads(const struct rv_op *op);

/* The class of an access by the kind of its operation: of one that writes, of one that adds, and of
 * one that does neither (a load, a trylock that failed). */
struct rv_rule {
  uint8_t writes, adds, looks;
};

extern const struct rv_rule rv_rules[RV_OP_KINDS];

/* The verdict on an operation in its sequence: what dependence takes it for beyond what it did.
 * Only observers give verdicts; otherwise it is 0. */
enum rv_verdict {
  RV_BLIND = 1,  /* a store, or a message, that is RV_OP_BLIND and does not have to be ordered */
  RV_UNSEEN = 2, /* blind, and nothing in the sequence reads it; or an indifferent read
                  * (indifference.h), or a bound one */
  RV_BOUND = 4,  /* a read that is ordered with the store it reads, and no other (see below) */
  RV_PICKED = 8, /* a message that is unseen, but somebody asked for its tag (see below) */
};

/* An operation as it is taken. */
struct rv_act {
  const struct rv_op *op;
  uint8_t verdict;
};

/* What a blind store is taken for as long as it is not known what follows: nobody reads it. */
static inline uint8_t rv_unjudged(uint8_t verdict) {
  return verdict & RV_BLIND ? RV_BLIND | RV_UNSEEN : verdict;
}

static inline enum rv_class rv_class_as(struct rv_act act, const struct rv_access *access) {
  const struct rv_op *const op = act.op;
  const struct rv_rule *const rule = &rv_rules[op->kind];
  if (op->kind == RV_OP_TRYLOCK)
    return op->flags & RV_OP_FAILED ? rule->looks : rule->writes;
  if (act.verdict & RV_UNSEEN)
    return act.verdict & RV_PICKED && access != &op->access ? RV_CLASS_WRITE : RV_CLASS_UNSEEN;
  return access->mode & RV_WRITE ? rule->writes : access->mode & RV_ADD ? rule->adds : rule->looks;
}

static inline enum rv_class rv_class_of(const struct rv_op *op, const struct rv_access *access) {
  return rv_class_as((struct rv_act){op, 0}, access);
}

/* The whole question, for operations of several accesses too. */
bool rv_dependent_slowly(struct rv_act a, struct rv_act b);

/* Fast path: most operations have one access each, and these do not overlap. */
static inline bool rv_dependent_as(struct rv_act a, struct rv_act b) {
  const struct rv_op *const one = a.op, *const other = b.op;
  if (one->more_count | other->more_count)
    return rv_dependent_slowly(a, b);
  return rv_overlap(&one->access, &other->access) && rv_access_count(one) &&
         rv_access_count(other) &&
         rv_conflict(rv_class_as(a, &one->access), rv_class_as(b, &other->access));
}

static inline bool rv_dependent(const struct rv_op *a, const struct rv_op *b) {
  return rv_dependent_as((struct rv_act){a, 0}, (struct rv_act){b, 0});
}

/* Whether every access of one operation is also one of the other: of the same class, or of one that
 * conflicts with everything. */
bool rv_is_part(const struct rv_op *op, const struct rv_op *other, bool same_class);

/* A bit for a word of memory. */
static inline uint64_t rv_word_bit(uint64_t word) {
  return UINT64_C(1) << ((uint32_t)word * UINT32_C(0x9e3779b1) >> 27);
}

/* The whole of the following, for any operation. */
uint64_t rv_footprint_slowly(const struct rv_op *op);

/* Where the accesses of an operation fall, as a bit set: in the low half those of reads, in the
 * high half those of everything else, by the words that they touch. Mostly that is one word. */
static inline uint64_t rv_footprint(const struct rv_op *op) {
  const struct rv_access *const access = &op->access;
  const bool one_word = access->size - 1 <= 7 - (access->addr & 7); /* not so if there is none */
  if (!one_word || op->more_count || op->kind == RV_OP_CHOOSE)
    return rv_footprint_slowly(op);
  const uint64_t bit = rv_word_bit(access->addr >> 3);
  return rv_class_of(op, access) == RV_CLASS_READ ? bit : bit << 32;
}

/* The footprints of what may depend on an operation have something in common with this. */
static inline uint64_t rv_conflicting_footprint(uint64_t footprint) {
  const uint64_t others = footprint >> 32;
  return footprint << 32 | others << 32 | others;
}

/* --- messages ------------------------------------------------------------------------------------
 *
 * The order of two that are sent to one mailbox matters only if somebody who took one of
 * them could have got the other instead.
 *
 * To the explorer a send is a blind store with four accesses, and RV_SEND_... is which is which. A
 * receive reads one of the last two of them, of the message that it took; one that takes nothing
 * reads one of the first two. So a receive is ordered with the message that it takes, and one that
 * takes nothing with all that it could have taken. */

enum rv_send_access {
  RV_SEND_WHATEVER, /* the mailbox, for who takes whatever comes */
  RV_SEND_TAG,      /* the mailbox, for who asks for this tag */
  RV_SEND_BY_TAG,   /* the message, taken by somebody who asked for its tag */
  RV_SEND_AS_ANY,   /* the message, taken by somebody who takes whatever comes */
};

static inline bool rv_is_send(const struct rv_op *op) {
  return op->flags & RV_OP_BLIND && op->more_count;
}

/* Whether two sends to one mailbox are told apart by a receive, which took one of them. */
bool rv_tells_apart(const struct rv_op *receive, const struct rv_op *a, const struct rv_op *b);

/* --- reads-from ----------------------------------------------------------------------------------
 *
 * If all accesses to a range are blind stores and reads, only one thing about them matters: which
 * store each read reads. Such a read is bound: it is ordered with that store, and no other two
 * accesses to the range are ordered. Orders of events that respect this can still differ in what is
 * read, so moving an event within a sequence must leave every reads-from as it was. */

/* The steps of a sequence: so many acts, `stride` bytes apart. */
struct rv_acts {
  const struct rv_act *first;
  size_t stride;
  uint64_t n;
};

/* Whether the `at`-th of a sequence, moved to the front, would change what bound reads read; or,
 * with `at` = n, an operation that is not in it. */
bool rv_changes_reads(struct rv_acts acts, uint64_t at, struct rv_act act);

/* Whether an operation that is the `at`-th of a sequence, or not in it, cannot come first there,
 * though nothing before it depends on it as it is taken: what it is taken for may be different in
 * the sequence, or it would change what is read. */
bool rv_is_held(struct rv_acts acts, uint64_t at, struct rv_act act);

#endif
