#include "core/unfold_event.h"

#include <assert.h>
#include <string.h>

#include "core/dependence.h"

enum { FIRST_CAPACITY = 1024 };

void rv_primes_init(struct rv_primes *primes, const struct rv_memory *memory) {
  rv_pool_init(&primes->pool, memory);
  primes->capacity = FIRST_CAPACITY;
  primes->table = rv_reserve(memory, primes->capacity, sizeof *primes->table);
}

void rv_primes_clear(struct rv_primes *primes) {
  rv_pool_clear(&primes->pool);
  memset(primes->table, 0, primes->capacity * sizeof *primes->table);
  primes->n = primes->most = primes->made = 0;
}

static uint64_t unfold_event_mix(uint64_t hash, uint64_t with) {
  hash = (hash ^ with) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

static uint64_t unfold_event_hash_of(rv_tid thread, uint32_t choice, struct rv_prime *const *tmax,
                                     uint32_t n) {
  uint64_t hash = unfold_event_mix(thread, choice);
  for (uint32_t i = 0; i < n; i++)
    hash = unfold_event_mix(hash, (uintptr_t)tmax[i]);
  return hash;
}

static struct rv_prime *unfold_event_find(const struct rv_primes *primes, uint64_t hash,
                                          rv_tid thread, uint32_t choice,
                                          struct rv_prime *const *tmax, uint32_t n) {
  struct rv_prime *p = primes->table[hash & (primes->capacity - 1)];
  for (; p; p = p->bucket)
    if (p->hash == hash && p->thread == thread && p->choice == choice && p->n == n &&
        memcmp(p->tmax, tmax, n * sizeof *tmax) == 0)
      break;
  return p;
}

struct rv_prime *rv_prime_find(const struct rv_primes *primes, rv_tid thread, uint32_t choice,
                               struct rv_prime *const *tmax, uint32_t n) {
  return unfold_event_find(primes, unfold_event_hash_of(thread, choice, tmax, n), thread, choice,
                           tmax, n);
}

static void unfold_event_grow(struct rv_primes *primes) {
  struct rv_prime **const old = primes->table;
  const uint64_t capacity = primes->capacity;
  primes->capacity = 4 * capacity;
  primes->table = rv_reserve(primes->pool.arena.memory, primes->capacity, sizeof *primes->table);
  for (uint64_t i = 0; i < capacity; i++)
    for (struct rv_prime *p = old[i], *next; p; p = next) {
      struct rv_prime **const slot = &primes->table[p->hash & (primes->capacity - 1)];
      next = p->bucket;
      p->bucket = *slot;
      *slot = p;
    }
}

static size_t unfold_event_size_of(uint32_t n) {
  return sizeof(struct rv_prime) + n * sizeof(struct rv_prime *);
}

static void copy_op(struct rv_primes *primes, struct rv_op *to, const struct rv_op *from) {
  *to = *from;
  to->more = NULL;
  if (from->more_count) {
    const size_t bytes = from->more_count * sizeof *from->more;
    to->more = memcpy(rv_pool_alloc(&primes->pool, bytes), from->more, bytes);
  }
}

/* Where an event's parent skips as far as the one it skips to, the event skips over both: the
 * lengths grow like the digits of a number, and the way to any ancestor is logarithmic. */
static struct rv_prime *skip_of(struct rv_prime *parent) {
  if (!parent || !parent->skip)
    return parent;
  struct rv_prime *const middle = parent->skip;
  const uint32_t beyond = middle->skip ? middle->skip->depth : 0;
  return parent->depth - middle->depth == middle->depth - beyond ? middle->skip : parent;
}

static struct rv_prime *unfold_event_make(struct rv_primes *primes, uint64_t hash, rv_tid thread,
                                          uint32_t choice, struct rv_prime *const *tmax, uint32_t n,
                                          const struct rv_op *op) {
  struct rv_prime *const p = rv_pool_alloc(&primes->pool, unfold_event_size_of(n));
  *p = (struct rv_prime){.thread = thread, .choice = choice, .hash = hash, .n = n};
  p->number = ++primes->made;
  memcpy(p->tmax, tmax, n * sizeof *tmax);
  for (uint32_t i = 0; i < n; i++)
    if (tmax[i])
      tmax[i]->refs++;
  struct rv_prime *const parent = rv_prime_parent(p);
  p->depth = parent ? parent->depth + 1 : 1;
  p->skip = skip_of(parent);
  copy_op(primes, &p->op, op);
  p->footprint = rv_footprint(op);
  struct rv_prime **const slot = &primes->table[hash & (primes->capacity - 1)];
  p->bucket = *slot;
  *slot = p;
  if (++primes->n > primes->most)
    primes->most = primes->n;
  if (primes->n > primes->capacity)
    unfold_event_grow(primes);
  return p;
}

struct rv_prime *rv_prime_intern(struct rv_primes *primes, rv_tid thread, uint32_t choice,
                                 struct rv_prime *const *tmax, uint32_t n, const struct rv_op *op) {
  assert(!n || tmax[n - 1]);
  const uint64_t hash = unfold_event_hash_of(thread, choice, tmax, n);
  struct rv_prime *p = unfold_event_find(primes, hash, thread, choice, tmax, n);
  if (!p)
    p = unfold_event_make(primes, hash, thread, choice, tmax, n, op);
  p->refs++;
  return p;
}

static void unfold_event_take_out(struct rv_primes *primes, struct rv_prime *prime) {
  struct rv_prime **slot = &primes->table[prime->hash & (primes->capacity - 1)];
  while (*slot != prime)
    slot = &(*slot)->bucket;
  *slot = prime->bucket;
  primes->n--;
}

static void discard(struct rv_primes *primes, struct rv_prime *prime) {
  if (prime->op.more_count)
    rv_pool_free(&primes->pool, (void *)prime->op.more,
                 prime->op.more_count * sizeof *prime->op.more);
  rv_pool_free(&primes->pool, prime, unfold_event_size_of(prime->n));
}

void rv_prime_release(struct rv_primes *primes, struct rv_prime *prime) {
  if (--prime->refs)
    return;
  /* Those to be removed, in a list through `bucket`. */
  unfold_event_take_out(primes, prime);
  prime->bucket = NULL;
  while (prime) {
    struct rv_prime *const gone = prime;
    prime = gone->bucket;
    for (uint32_t i = 0; i < gone->n; i++)
      if (gone->tmax[i] && --gone->tmax[i]->refs == 0) {
        unfold_event_take_out(primes, gone->tmax[i]);
        gone->tmax[i]->bucket = prime;
        prime = gone->tmax[i];
      }
    discard(primes, gone);
  }
}

struct rv_prime *rv_prime_ancestor(struct rv_prime *e, uint32_t depth) {
  while (e && e->depth > depth)
    e = e->skip && e->skip->depth >= depth ? e->skip : rv_prime_parent(e);
  return e;
}
