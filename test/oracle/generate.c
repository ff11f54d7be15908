#include <string.h>

#include "program.h"

/* xorshift*. */
uint64_t program_random(uint64_t *state) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * UINT64_C(2685821657736338717) >> 16;
}

struct maker {
  struct program *p;
  uint64_t random;
  unsigned features;
  unsigned visible[MAX_THREADS]; /* how many visible instructions each thread may still get */
  unsigned created;              /* threads below this number have a creator */
  unsigned held;                 /* mutexes that the block being made holds, as bits */
  unsigned read_or_written;      /* the same for read-write locks */
  unsigned parties;              /* threads that use the barrier, as bits */
  unsigned objects;              /* of each kind */
  unsigned eager;                /* for objects */
  unsigned reader;               /* who gets most messages */
  bool in_block;                 /* an atomic one */
};

static unsigned upto(struct maker *g, unsigned n) {
  return (unsigned)(program_random(&g->random) % n);
}

static bool chance(struct maker *g, unsigned percent) {
  return upto(g, 100) < percent;
}

static struct instruction *append(struct maker *g, unsigned thread, unsigned kind) {
  struct code *const code = &g->p->code[thread];
  struct instruction *const i = &code->at[code->n++];
  memset(i, 0, sizeof *i);
  i->kind = (uint8_t)kind;
  i->r = (uint8_t)upto(g, MAX_REGISTERS);
  i->var = (uint8_t)upto(g, g->p->vars);
  i->var2 = (uint8_t)upto(g, g->p->vars);
  i->value = (uint8_t)upto(g, 3);
  i->expected = (uint8_t)upto(g, 2);
  if (kind <= CHOOSE && g->visible[thread])
    g->visible[thread]--;
  return i;
}

static bool room(const struct maker *g, unsigned thread, unsigned n) {
  return g->p->code[thread].n + n < MAX_CODE && g->visible[thread] > 0;
}

/* Additions of different sizes do not commute. */
static bool overlaps_another(const struct program *p, unsigned var) {
  const struct variable v = p->var[var];
  for (unsigned i = 0; i < p->vars; i++)
    if (i != var && p->var[i].offset < v.offset + v.size &&
        v.offset < p->var[i].offset + p->var[i].size)
      return true;
  return false;
}

static void memory_instruction(struct maker *g, unsigned thread) {
  static const uint8_t kinds[] = {READ, READ, READ, WRITE, WRITE, WRITE, ADD, CAS, CAS};
  const bool store = g->features & FEATURE_STORES && chance(g, 50);
  struct instruction *const i = append(g, thread, store ? WRITE : kinds[upto(g, sizeof kinds)]);
  if (i->kind == WRITE)
    i->with_register = chance(g, 30);
  if (i->kind == READ && g->features & FEATURE_STORES)
    i->with_register = chance(g, 60);
  if (i->kind != READ && i->value == 0 && chance(g, 60))
    i->value = 1;
  if (i->kind == ADD && !g->in_block && chance(g, 60) && !overlaps_another(g->p, i->var))
    i->kind = COMBINE;
}

static void block(struct maker *g, unsigned thread, unsigned length, unsigned depth);

static void branch(struct maker *g, unsigned thread, unsigned r, unsigned value, unsigned depth) {
  struct code *const code = &g->p->code[thread];
  struct instruction *const i = append(g, thread, IF);
  const unsigned begin = code->n;
  i->r = (uint8_t)r;
  i->value = (uint8_t)value;
  block(g, thread, 1 + upto(g, 2), depth + 1);
  i->length = (uint8_t)(code->n - begin);
}

bool instruction_tells(const struct instruction *i) {
  switch (i->kind) {
  case READ:
  case ADD:
  case CAS:
  case CAS_FROM:
  case CHOOSE:
  case RECEIVE:
  case RECEIVE_IF_ANY:
  case TRYLOCK:
  case SEM_TRYWAIT:
  case SEM_VALUE:
  case TRYRDLOCK:
  case TRYWRLOCK:
  case BARRIER:
    return true;
  case COND_WAIT:
    return i->timed;
  default:
    return false;
  }
}

/* The register that the last instruction set, if it set one. */
static bool last_result(const struct maker *g, unsigned thread, unsigned *r) {
  const struct code *const code = &g->p->code[thread];
  if (!code->n)
    return false;
  const struct instruction *const i = &code->at[code->n - 1];
  *r = i->r;
  return instruction_tells(i);
}

/* Whether an instruction that tries is one that waits for a while first. */
static bool is_timed(struct maker *g) {
  return g->features & FEATURE_TIMED && chance(g, 70);
}

static void locked(struct maker *g, unsigned thread, unsigned depth) {
  const unsigned mutex = upto(g, g->p->mutexes);
  if (g->held & 1u << mutex)
    return;
  g->held |= 1u << mutex;
  append(g, thread, LOCK)->mutex = (uint8_t)mutex;
  block(g, thread, 1 + upto(g, 2), depth + 1);
  if (!chance(g, 4))
    append(g, thread, UNLOCK)->mutex = (uint8_t)mutex;
  g->held &= ~(1u << mutex);
}

static void try_locked(struct maker *g, unsigned thread, unsigned depth) {
  struct code *const code = &g->p->code[thread];
  const unsigned mutex = upto(g, g->p->mutexes);
  if (g->held & 1u << mutex)
    return;
  g->held |= 1u << mutex;
  struct instruction *const i = append(g, thread, TRYLOCK);
  i->mutex = (uint8_t)mutex;
  i->timed = is_timed(g);
  struct instruction *const test = append(g, thread, IF);
  test->r = i->r;
  test->value = 1;
  const unsigned begin = code->n;
  block(g, thread, 1, depth + 1);
  append(g, thread, UNLOCK)->mutex = i->mutex;
  test->length = (uint8_t)(code->n - begin);
  g->held &= ~(1u << mutex);
}

static void on_semaphore(struct maker *g, unsigned thread) {
  static const uint8_t kinds[] = {POST, POST, POST, SEM_WAIT, SEM_WAIT, SEM_TRYWAIT, SEM_VALUE};
  struct instruction *const i = append(g, thread, kinds[upto(g, sizeof kinds)]);
  i->object = (uint8_t)upto(g, g->objects);
  if (i->kind == SEM_WAIT && is_timed(g))
    i->kind = SEM_TRYWAIT;
  i->timed = i->kind == SEM_TRYWAIT && is_timed(g);
}

static void on_rwlock(struct maker *g, unsigned thread, unsigned depth) {
  static const uint8_t kinds[] = {RDLOCK, RDLOCK, WRLOCK, TRYRDLOCK, TRYWRLOCK};
  struct code *const code = &g->p->code[thread];
  const uint8_t lock = (uint8_t)upto(g, g->objects);
  const uint8_t kind = kinds[upto(g, sizeof kinds)];
  if (g->read_or_written & 1u << lock)
    return;
  g->read_or_written |= 1u << lock;
  struct instruction *const i = append(g, thread, kind);
  const bool tries = kind == TRYRDLOCK || kind == TRYWRLOCK;
  i->object = lock;
  i->timed = tries && is_timed(g);
  struct instruction *const test = tries ? append(g, thread, IF) : NULL;
  const unsigned begin = code->n;
  if (chance(g, 60))
    block(g, thread, 1, depth + 1);
  if (tries || !chance(g, 4))
    append(g, thread, RWUNLOCK)->object = lock;
  if (tries) {
    test->r = i->r;
    test->value = 1;
    test->length = (uint8_t)(code->n - begin);
  }
  g->read_or_written &= ~(1u << lock);
}

static void on_condition(struct maker *g, unsigned thread) {
  const uint8_t mutex = (uint8_t)upto(g, g->p->mutexes), object = (uint8_t)upto(g, g->objects);
  if (chance(g, 55)) {
    append(g, thread, chance(g, 70) ? SIGNAL : BROADCAST)->object = object;
    return;
  }
  const bool held = g->held & 1u << mutex;
  if (!held)
    append(g, thread, LOCK)->mutex = mutex;
  struct instruction *const wait = append(g, thread, COND_WAIT);
  wait->object = object;
  wait->mutex = mutex;
  wait->timed = is_timed(g);
  if (!held)
    append(g, thread, UNLOCK)->mutex = mutex;
}

static void on_mailbox(struct maker *g, unsigned thread) {
  struct instruction *i;
  if (chance(g, thread == g->reader ? 20 : 85)) {
    i = append(g, thread, SEND);
    i->thread = (uint8_t)(chance(g, 75) ? g->reader : upto(g, g->p->threads));
    i->with_register = chance(g, 30);
  } else {
    i = append(g, thread, chance(g, 65) ? RECEIVE : RECEIVE_IF_ANY);
    i->any = chance(g, 45);
  }
}

/* A few accesses, the last of which may depend on what was read. */
static void atomic_block(struct maker *g, unsigned thread) {
  struct code *const code = &g->p->code[thread];
  const unsigned left = g->visible[thread];
  struct instruction *const i = append(g, thread, ATOMIC);
  const unsigned begin = code->n;
  g->visible[thread] = MAX_CODE;
  g->in_block = true;
  for (unsigned n = 1 + upto(g, 2); n; n--) {
    unsigned r;
    memory_instruction(g, thread);
    if (last_result(g, thread, &r) && chance(g, 60)) {
      struct instruction *const test = append(g, thread, IF);
      test->r = (uint8_t)r;
      test->value = (uint8_t)upto(g, 2);
      test->length = 1;
      memory_instruction(g, thread);
    }
  }
  g->in_block = false;
  i->length = (uint8_t)(code->n - begin);
  g->visible[thread] = left ? left - 1 : 0;
}

/* False if it does not come to it. */
static bool on_object(struct maker *g, unsigned thread, unsigned depth) {
  const unsigned feature = FEATURE_SEMAPHORES << upto(g, 4);
  switch (feature & g->features) {
  case FEATURE_SEMAPHORES:
    on_semaphore(g, thread);
    return true;
  case FEATURE_RWLOCKS:
    if (depth < 2)
      on_rwlock(g, thread, depth);
    return depth < 2;
  case FEATURE_CONDITIONS:
    on_condition(g, thread);
    return true;
  case FEATURE_BARRIERS:
    if (g->parties >> thread & 1)
      append(g, thread, BARRIER);
    return g->parties >> thread & 1;
  default:
    return false;
  }
}

/* Reads a variable, perhaps does something else, and tries again unless the variable has stayed
 * what it was: with a compare-and-swap, or with another read. Registers that are set in a loop hold
 * nothing that matters at its beginning. */
static void retry_loop(struct maker *g, unsigned thread) {
  const unsigned begin = g->p->code[thread].n;
  append(g, thread, LOOP);
  struct instruction *const first = append(g, thread, READ);
  const uint8_t var = first->var, r2 = first->r, r = (uint8_t)((r2 + 1) % MAX_REGISTERS);
  if (chance(g, 40)) {
    struct instruction *const other = append(g, thread, chance(g, 75) ? READ : WRITE);
    other->r = (uint8_t)((r2 + 2) % MAX_REGISTERS);
  }
  struct instruction *const last = append(g, thread, chance(g, 75) ? CAS_FROM : READ);
  last->var = var;
  last->r = r;
  last->r2 = r2;
  last->value = 1;
  struct instruction *const again = append(g, thread, AGAIN);
  again->r = r;
  again->r2 = r2;
  again->length = (uint8_t)(g->p->code[thread].n - 1 - begin);
}

static void one(struct maker *g, unsigned thread, unsigned depth) {
  unsigned r;
  if (g->features & FEATURE_LOOPS && chance(g, 50)) {
    retry_loop(g, thread);
    return;
  }
  const unsigned what = upto(g, 100);
  for (unsigned tries = g->eager; tries; tries--)
    if (chance(g, 60) && on_object(g, thread, depth))
      return;
  if (g->features & FEATURE_MAILBOXES && chance(g, 65)) {
    on_mailbox(g, thread);
    return;
  }
  if (g->features & FEATURE_TIMED && chance(g, 10))
    append(g, thread, REST);
  if (g->features & FEATURE_ATOMIC && chance(g, 40))
    atomic_block(g, thread);
  else if (what < 20 && depth < 2 && last_result(g, thread, &r))
    branch(g, thread, r, upto(g, 2), depth);
  else if (what < 32 && depth < 2 && g->features & FEATURE_LOCKS)
    locked(g, thread, depth);
  else if (what < 37 && depth < 2 && g->features & FEATURE_LOCKS)
    try_locked(g, thread, depth);
  else if (what < 45 && g->features & FEATURE_AWAIT)
    append(g, thread, AWAIT)->form = (uint8_t)(chance(g, 50) ? AWAIT_ONE : 1 + upto(g, 4));
  else if (what < 50 && g->features & FEATURE_CHOOSE)
    append(g, thread, CHOOSE)->value = (uint8_t)(2 + chance(g, 20));
  else
    memory_instruction(g, thread);
}

static void block(struct maker *g, unsigned thread, unsigned length, unsigned depth) {
  for (; length && room(g, thread, 8); length--)
    one(g, thread, depth);
}

static void create_next(struct maker *g, unsigned thread) {
  append(g, thread, CREATE)->thread = (uint8_t)g->created++;
}

static void make_variables(struct maker *g) {
  struct program *const p = g->p;
  p->vars = 1 + upto(g, g->features & FEATURE_STORES ? 2 : 3);
  for (unsigned i = 0; i < p->vars; i++)
    p->var[i] = (struct variable){.offset = (uint8_t)(8 * i), .size = 4};
  if (!(g->features & FEATURE_OVERLAP) || !chance(g, 40))
    return;
  for (unsigned extra = 1 + upto(g, 2); extra; extra--) {
    const uint8_t size = (uint8_t)(1u << upto(g, 4));
    const uint8_t offset = (uint8_t)(8 * upto(g, p->vars) + upto(g, 8 / size) * size);
    p->var[p->vars++] = (struct variable){.offset = offset, .size = size};
  }
}

static void make_objects(struct maker *g) {
  g->objects = 1 + chance(g, 25);
  g->eager = 1 + upto(g, 4);
  for (unsigned i = 0; i < MAX_OBJECTS; i++)
    g->p->semaphore[i] = (uint8_t)chance(g, 50);
  g->p->parties = (uint8_t)(2 + chance(g, 30));
  for (unsigned left = g->p->parties; g->features & FEATURE_BARRIERS && left;) {
    const unsigned thread = upto(g, g->p->threads);
    left -= !(g->parties >> thread & 1);
    g->parties |= 1u << thread;
  }
}

/* Main creates some threads, a thread may create one more; main does something itself, joins
 * most of those it created, and does something again. */
static void generate(struct maker *g, uint64_t seed, unsigned features) {
  struct program *const p = g->p;
  p->seed = seed;
  for (unsigned i = 0; i < 4; i++)
    program_random(&g->random);
  if (features & FEATURE_JOINS) {
    program_generate_joins(p, g->random);
    return;
  }
  for (unsigned f = 1; f < FEATURES_ALL; f *= 2)
    if (chance(g, f <= FEATURES_OFTEN ? 60 : 45))
      g->features |= f & features;
  g->features |= features & (FEATURE_STORES | FEATURE_MAILBOXES | FEATURE_TIMED | FEATURE_LOOPS);
  make_variables(g);
  p->mutexes = 1 + upto(g, MAX_OBJECTS);
  p->threads = 3 + chance(g, 60) + chance(g, 15);
  make_objects(g);
  if (g->features & FEATURE_MAILBOXES)
    g->reader = upto(g, p->threads);
  const unsigned more =
      g->features & FEATURE_MAILBOXES ? 1 : 0; /* many a message is not received */
  const unsigned work = more + (p->threads == 3 ? 5 : p->threads == 4 ? 3 : 2);
  for (unsigned t = 1; t < p->threads; t++)
    g->visible[t] = 1 + more + upto(g, work);
  g->visible[0] = chance(g, 30) ? 1 + upto(g, 2) : 0;
  g->created = 1;

  const bool nested = chance(g, 25);
  while (g->created < p->threads - nested) {
    if (chance(g, 15))
      block(g, 0, 1, 1);
    create_next(g, 0);
  }
  const unsigned by_main = g->created;
  for (unsigned t = 1; t < by_main; t++) {
    block(g, t, 1 + upto(g, work), 0);
    if (g->created < p->threads && t == by_main - 1)
      create_next(g, t);
    block(g, t, work, 0);
  }
  for (unsigned t = by_main; t < p->threads; t++)
    block(g, t, work, 0);
  block(g, 0, 2, 0);
  for (unsigned t = 1; t < by_main; t++)
    if (chance(g, 50))
      append(g, 0, JOIN)->thread = (uint8_t)t;
  g->visible[0] = chance(g, 20);
  block(g, 0, 1, 1);
  p->keeps = chance(g, 50) && !(g->features & FEATURE_LOOPS);
  p->loops = (uint8_t)(g->features & FEATURE_LOOPS ? LOOPS_STOP + seed % 2 : LOOPS_ALL);
}

void program_generate(struct program *p, uint64_t seed, unsigned features) {
  memset(p, 0, sizeof *p);
  struct maker maker = {.p = p, .random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1};
  generate(&maker, seed, features);
  if (features & FEATURE_SYMMETRY)
    program_make_symmetric(p, maker.random);
}

void program_remove(struct program *p, unsigned thread, unsigned at) {
  struct code *const code = &p->code[thread];
  for (unsigned i = 0; i < at; i++)
    if ((code->at[i].kind == IF || code->at[i].kind == ATOMIC) && at <= i + code->at[i].length)
      code->at[i].length--;
  for (unsigned i = at + 1; i < code->n; i++)
    if (code->at[i].kind == AGAIN && at + code->at[i].length >= i)
      code->at[i].length--;
  memmove(&code->at[at], &code->at[at + 1], (code->n - at - 1) * sizeof *code->at);
  code->n--;
}
