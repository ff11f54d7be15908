/*
 * Random programs. Most of a program is about one or two features, so that their statements meet.
 */
#include "program.h"
#include "retry.h"

#include <string.h>

static uint64_t random_state;

static uint64_t draw(void) { /* splitmix64 */
  uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

static unsigned below(unsigned n) {
  return (unsigned)(draw() % n);
}

static bool one_in(unsigned n) {
  return below(n) == 0;
}

static void append(struct code *code, struct statement s) {
  if (code->n < MOST_MADE_UP)
    code->at[code->n++] = s;
}

static uint8_t random_order(const struct program *p) {
  return p->features & FEATURE_WEAK ? (uint8_t)below(5) : SEQ_CST;
}

static uint8_t random_var(const struct program *p) {
  if (p->features & FEATURE_MIXED && one_in(3))
    return VOLATILE_VAR;
  if (p->features & FEATURE_PLAIN && one_in(3))
    return PLAIN_VAR;
  return (uint8_t)below(one_in(6) ? 3 : one_in(3) ? 1 : 2);
}

static struct statement memory_statement(const struct program *p) {
  static const uint8_t kinds[] = {LOAD, LOAD, LOAD, STORE, STORE, STORE, ADD, EXCHANGE, CAS};
  struct statement s = {.kind = kinds[below(sizeof kinds)],
                        .r = (uint8_t)below(REGISTERS),
                        .imm = (uint8_t)below(3),
                        .imm2 = (uint8_t)(1 + below(2)),
                        .order = random_order(p),
                        .way = p->features & FEATURE_STATE_LOOPS ? (uint8_t)below(WAYS) : 0,
                        .from_register = one_in(4),
                        .narrow = one_in(6),
                        .weak = p->features & FEATURE_WEAK_CAS && one_in(2)};
  s.var = random_var(p);
  if (s.kind == STORE)
    s.imm = (uint8_t)below(s.from_register ? 2 : 3);
  if (s.kind == ADD)
    s.imm = 1;
  if (p->features & FEATURE_RETRY_LOOPS)
    s.narrow = false; /* variables can be negative, and the first byte is not all of the value */
  if (s.var >= VOLATILE_VAR && s.kind > STORE)
    s.kind = one_in(2) ? LOAD : STORE;
  s.plain =
      s.var == PLAIN_VAR || (s.var == VOLATILE_VAR && p->features & FEATURE_PLAIN && one_in(3));
  if (p->features & FEATURE_WEAK && one_in(8))
    s.kind = FENCE, s.order = (uint8_t)(1 + below(4));
  return s;
}

static uint8_t random_update(void) {
  return (uint8_t)below(UPDATES);
}

/* Loops of plain accesses only are for programs in which these are interleaved. */
static struct statement loop_statement(const struct program *p) {
  static const uint8_t plain_loops[] = {SPIN, SPIN, SPIN, SPIN_CAS, SPIN_EXCHANGE, RETRY};
  struct statement s = {.kind = plain_loops[below(sizeof plain_loops)],
                        .r = (uint8_t)below(REGISTERS),
                        .imm = (uint8_t)(1 + below(2)),
                        .imm2 = (uint8_t)(1 + below(2)),
                        .order = SEQ_CST,
                        .update = random_update(),
                        .either = one_in(2),
                        .weak = p->features & FEATURE_WEAK_CAS && one_in(2)};
  do
    s.var = random_var(p);
  while (s.var == PLAIN_VAR && p->features & FEATURE_SYSTEM);
  if (p->features & FEATURE_STATE_LOOPS) {
    s.way = (uint8_t)below(WAYS);
    if (one_in(3))
      s.kind = SPIN_TWO;
  }
  if (p->features & FEATURE_LOCKS && one_in(4))
    s.kind = SPIN_TRYLOCK, s.var = (uint8_t)below(OBJECTS);
  if (p->features & FEATURE_SEMAPHORES && one_in(4))
    s.kind = SPIN_SEMAPHORE, s.var = (uint8_t)below(OBJECTS);
  if (s.kind == SPIN_CAS && s.var >= VOLATILE_VAR)
    s.kind = SPIN;
  if (s.kind == SPIN_CAS)
    s.imm = (uint8_t)below(2);
  s.plain = s.var == PLAIN_VAR;
  if (s.kind == SPIN_TWO)
    s.var2 = (uint8_t)((s.var + 1) % 3), s.var = s.var > 2 ? (uint8_t)below(2) : s.var,
    s.plain = false;
  if (s.kind == SPIN_TWO && s.var2 == s.var)
    s.var2 = (uint8_t)((s.var + 1) % 3);
  if (s.kind == SPIN_EXCHANGE)
    s.var = LOCK_VAR, s.plain = false;
  if ((s.kind == SPIN || s.kind == RETRY) && s.either)
    s.imm = 0;
  return s;
}

/* What it has left locked is unlocked after one more statement. */
static void retry_statements(const struct program *p, bool helps, struct code *code) {
  struct statement s = {.kind = RETRY_LOOP,
                        .r = (uint8_t)below(REGISTERS),
                        .var = (uint8_t)below(one_in(3) ? LOCK_VAR : 1),
                        .imm = (uint8_t)(1 + below(2)),
                        .imm2 = (uint8_t)below(3),
                        .order = random_order(p),
                        .update = one_in(2) ? UPDATE_NONE : random_update(),
                        .way = (uint8_t)below(WAYS),
                        .weak = p->features & FEATURE_WEAK_CAS && one_in(2)};
  do
    s.shape = (uint8_t)below(retry_shapes());
  while (retry_helps(s.shape) != helps || retry_needs(s.shape) & ~p->features);
  s.var2 = (uint8_t)((s.var + 1 + below(2)) % LOCK_VAR);
  if (helps && !one_in(8)) /* or else they would not meet */
    s.var = 0, s.var2 = 1, s.imm = 1;
  append(code, s);
  const unsigned locked = retry_leaves_locked(s.shape);
  if (locked || one_in(3))
    append(code, memory_statement(p));
  if (locked & 1)
    append(code, (struct statement){.kind = retry_guard(s.shape).give});
  if (locked & 2)
    append(code, (struct statement){.kind = UNLOCK, .var = 1});
}

/* Mostly the lock that this is needs to be free with what main stores first. */
enum { ATTEMPTED = 2 };

static void attempt_statement(const struct program *p, struct code *code) {
  const struct statement s = {.kind = RETRY_LOOP,
                              .r = (uint8_t)below(REGISTERS),
                              .imm = (uint8_t)(1 + below(2)),
                              .imm2 = one_in(6) ? (uint8_t)below(3) : ATTEMPTED,
                              .order = random_order(p),
                              .update = one_in(6) ? random_update() : UPDATE_NONE,
                              .way = (uint8_t)below(WAYS),
                              .var2 = (uint8_t)(1 + below(2)),
                              .shape =
                                  (uint8_t)retry_attempt(below(p->seed % 2 && one_in(3) ? 18 : 9))};
  append(code, s);
}

/* --- objects -------------------------------------------------------------------------------------
 */

static void lock_statements(const struct program *p, struct code *code) {
  struct statement s = {.var = (uint8_t)below(OBJECTS), .r = (uint8_t)below(REGISTERS)};
  s.kind = p->features & FEATURE_TIMED && one_in(3) ? TIMEDLOCK : one_in(4) ? TRYLOCK : LOCK;
  append(code, s);
  const bool guarded = s.kind != LOCK;
  struct statement inside = memory_statement(p);
  if (inside.r == s.r)
    inside.r = (uint8_t)((s.r + 1) % REGISTERS);
  append(code, inside);
  if (!one_in(12))
    append(code, (struct statement){.kind = UNLOCK,
                                    .var = s.var,
                                    .guarded = guarded && !one_in(12),
                                    .guard = s.r,
                                    .guard_imm = 1});
}

static void rwlock_statements(const struct program *p, struct code *code) {
  static const uint8_t kinds[] = {RDLOCK, RDLOCK, WRLOCK, WRLOCK, TRYRDLOCK, TRYWRLOCK};
  struct statement s = {.kind = kinds[below(sizeof kinds)], .r = (uint8_t)below(REGISTERS)};
  if (p->features & FEATURE_TIMED && one_in(4))
    s.kind = TIMEDWRLOCK;
  append(code, s);
  struct statement inside = memory_statement(p);
  if (inside.r == s.r)
    inside.r = (uint8_t)((s.r + 1) % REGISTERS);
  append(code, inside);
  if (!one_in(12))
    append(code, (struct statement){.kind = RWUNLOCK,
                                    .guarded = s.kind != RDLOCK && s.kind != WRLOCK,
                                    .guard = s.r,
                                    .guard_imm = 1});
}

static void condition_statements(const struct program *p, struct code *code) {
  const bool waits = one_in(2);
  append(code, (struct statement){.kind = LOCK, .var = 0});
  if (waits) {
    struct statement s = {.kind = COND_WAIT, .r = (uint8_t)below(REGISTERS)};
    if (p->features & FEATURE_TIMED && one_in(2))
      s.kind = COND_TIMEDWAIT;
    append(code, s);
  } else {
    append(code, memory_statement(p));
    append(code, (struct statement){.kind = one_in(3) ? BROADCAST : SIGNAL});
  }
  append(code, (struct statement){.kind = UNLOCK, .var = 0});
}

static struct statement semaphore_statement(const struct program *p) {
  static const uint8_t kinds[] = {POST, POST, WAIT, WAIT, TRYWAIT, GETVALUE, BARRIER};
  struct statement s = {.kind = kinds[below(sizeof kinds)],
                        .var = (uint8_t)below(OBJECTS),
                        .r = (uint8_t)below(REGISTERS)};
  if (p->features & FEATURE_TIMED && one_in(3))
    s.kind = TIMEDWAIT;
  return s;
}

/* Whatever kinds of objects the program uses are also made and destroyed. */
static struct statement life_statement(const struct program *p) {
  uint8_t kinds[10];
  unsigned n = 0;
  if (p->features & FEATURE_LOCKS)
    kinds[n++] = MUTEX_INIT, kinds[n++] = MUTEX_DESTROY;
  if (p->features & FEATURE_SEMAPHORES)
    kinds[n++] = SEM_INIT, kinds[n++] = SEM_DESTROY, kinds[n++] = BARRIER_INIT,
    kinds[n++] = BARRIER_DESTROY;
  if (p->features & FEATURE_RWLOCKS)
    kinds[n++] = RW_INIT, kinds[n++] = RW_DESTROY;
  if (p->features & FEATURE_CONDITIONS)
    kinds[n++] = COND_INIT, kinds[n++] = COND_DESTROY;
  if (!n)
    kinds[n++] = MUTEX_INIT;
  struct statement s = {.kind = kinds[below(n)], .imm = (uint8_t)below(2)};
  if (s.kind == MUTEX_INIT || s.kind == MUTEX_DESTROY || s.kind == SEM_INIT ||
      s.kind == SEM_DESTROY)
    s.var = (uint8_t)below(OBJECTS);
  return s;
}

/* --- the rest ------------------------------------------------------------------------------------
 */

static struct statement local_statement(void) {
  static const uint8_t kinds[] = {TSD_SET, TSD_GET, TLS_SET, TLS_GET};
  return (struct statement){.kind = kinds[below(sizeof kinds)],
                            .r = (uint8_t)below(REGISTERS),
                            .imm = (uint8_t)(1 + below(2))};
}

static struct statement system_statement(const struct program *p) {
  static const uint8_t kinds[] = {PIPE_WRITE, PIPE_READ, FILE_READ, UMASK, SETENV,
                                  GETENV,     OPEN,      OPEN,      CLOSE};
  struct statement s = {.kind = kinds[below(sizeof kinds)],
                        .r = (uint8_t)below(REGISTERS),
                        .imm = (uint8_t)(1 + below(3))};
  if (p->features & FEATURE_PLAIN && one_in(3))
    s = (struct statement){
        .kind = one_in(2) ? READ_INTO : WRITE_FROM, .var = PLAIN_VAR, .plain = true};
  return s;
}

static struct statement descriptor_statement(const struct program *p) {
  static const uint8_t kinds[] = {PIPE_WRITE, PIPE_READ, EVENT_ADD,   EVENT_ADD,   EVENT_TAKE,
                                  POLL_NOW,   POLL_WAIT, POLL_TIMED,  LEVEL_NOW,   LEVEL_WAIT,
                                  EDGE_NOW,   EDGE_WAIT, LEVEL_LEAVE, LEVEL_ENTER, PIPE_WRITE};
  static const uint8_t nested[] = {OUTER_NOW, OUTER_WAIT, OUTER_POLL, OUTER_EDGE_NOW,
                                   OUTER_EDGE_WAIT};
  struct statement s = {.kind = kinds[below(sizeof kinds)],
                        .r = (uint8_t)below(REGISTERS),
                        .imm = (uint8_t)(1 + below(2))};
  if (p->seed % 2 && one_in(3))
    s.kind = nested[below(sizeof nested)];
  if (s.kind == POLL_TIMED && !(p->features & FEATURE_TIMED))
    s.kind = POLL_NOW;
  return s;
}

static struct statement mask_statement(void) {
  static const uint8_t kinds[] = {BLOCK_SIGNAL, UNBLOCK_SIGNAL, KILL_ANY};
  return (struct statement){.kind = kinds[below(sizeof kinds)]};
}

static struct statement about_register(uint8_t kind) {
  return (struct statement){.kind = kind,
                            .r = (uint8_t)below(REGISTERS),
                            .imm = (uint8_t)(kind == CHOOSE ? 2 : below(3))};
}

static unsigned one_of(unsigned features) {
  unsigned bit;
  do
    bit = 1u << below(FEATURES);
  while (!(features & bit));
  return bit;
}

static void add_something(const struct program *p, struct code *code) {
  if (p->features & FEATURE_ATTEMPTS && !one_in(4)) {
    attempt_statement(p, code);
    return;
  }
  const unsigned before = code->n;
  const unsigned features = p->features & ~FEATURE_ATTEMPTS;
  const unsigned wanted = features && !one_in(3) ? one_of(features) : 0;
  if (!wanted)
    append(code, memory_statement(p));
  else if (wanted & (FEATURE_LOOPS | FEATURE_STATE_LOOPS))
    append(code, loop_statement(p));
  else if (wanted == FEATURE_RETRY_LOOPS)
    retry_statements(p, false, code);
  else if (wanted == FEATURE_HELPING)
    retry_statements(p, true, code);
  else if (wanted == FEATURE_LOCKS)
    lock_statements(p, code);
  else if (wanted == FEATURE_RWLOCKS)
    rwlock_statements(p, code);
  else if (wanted == FEATURE_CONDITIONS)
    condition_statements(p, code);
  else if (wanted == FEATURE_SEMAPHORES)
    append(code, semaphore_statement(p));
  else if (wanted == FEATURE_OBJECTS)
    append(code, life_statement(p));
  else if (wanted == FEATURE_ASSUME)
    append(code, about_register(one_in(2) ? CHOOSE : ASSUME));
  else if (wanted == FEATURE_ASSERT)
    append(code, about_register(ASSERT));
  else if (wanted == FEATURE_LOCAL)
    append(code, local_statement());
  else if (wanted == FEATURE_SYSTEM)
    append(code, system_statement(p));
  else if (wanted == FEATURE_DESCRIPTORS)
    append(code, descriptor_statement(p));
  else if (wanted == FEATURE_SIGNALS)
    append(code, mask_statement());
  else if (wanted == FEATURE_EXIT && one_in(2))
    append(code,
           (struct statement){.kind = one_in(2) ? EXIT : EXIT_NOW, .imm = (uint8_t)(2 + below(3))});
  else
    append(code, memory_statement(p));
  struct statement *const last = &code->at[code->n - 1];
  if (code->n == before + 1 && last->kind != UNLOCK && one_in(5)) {
    last->guarded = true;
    last->guard = (uint8_t)below(REGISTERS);
    last->guard_imm = (uint8_t)below(2);
  }
}

static void insert_at(struct code *code, unsigned at, struct statement s) {
  memmove(&code->at[at + 1], &code->at[at], (code->n - at) * sizeof s);
  code->at[at] = s;
  code->n++;
}

/* Inserts at a random place from `from` on; returns the place. */
static unsigned insert(struct code *code, unsigned from, struct statement s) {
  const unsigned at = from + below(code->n - from + 1);
  insert_at(code, at, s);
  return at;
}

static void add_threads(struct program *p) {
  const bool trees = p->features & FEATURE_TREES;
  for (unsigned t = p->threads - 1; t > 0; t--) {
    p->parent[t] = (uint8_t)(trees && t > 1 && one_in(3) ? 1 + below(t - 1) : 0);
    p->detached[t] = trees && one_in(6);
    p->by_value[t] = one_in(2);
    struct code *const code = &p->code[p->parent[t]];
    const unsigned at = insert(code, 0, (struct statement){.kind = CREATE, .var = (uint8_t)t});
    if (p->detached[t])
      continue;
    if (trees && one_in(2))
      insert(code, at + 1, (struct statement){.kind = JOIN, .var = (uint8_t)t});
    else
      code->at[code->n++] = (struct statement){.kind = JOIN, .var = (uint8_t)t};
  }
}

static unsigned place_of(const struct code *code, enum statement_kind kind, unsigned thread) {
  unsigned at = 0;
  while (at < code->n && (code->at[at].kind != kind || code->at[at].var != thread))
    at++;
  return at;
}

/* A thread is known to itself, to its parent between its creation and its end, and main to all. */
static void add_signal(struct program *p) {
  const unsigned from = below(p->threads), to = below(p->threads);
  struct code *const code = &p->code[from];
  const struct statement s = {.kind = KILL, .var = (uint8_t)to, .either = from == to};
  if (code->n >= MAX_STATEMENTS - 1 || (to && to != from && p->parent[to] != from))
    return;
  const unsigned first = to && to != from ? place_of(code, CREATE, to) + 1 : 0;
  const unsigned last = to && to != from ? place_of(code, JOIN, to) : code->n;
  if (first <= last && last <= code->n)
    insert_at(code, first + below(last - first + 1), s);
}

/* It is set once, and nothing else sends to any thread: to set it takes what is pending for any. */
static void add_timer(struct program *p) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->code[t].n; i++)
      if (p->code[t].at[i].kind == KILL_ANY)
        p->code[t].at[i].kind = YIELD;
  struct code *const code = &p->code[below(p->threads)];
  if (code->n < MAX_STATEMENTS - 1)
    insert(code, 0, (struct statement){.kind = ARM});
}

static void add_signals(struct program *p) {
  if (!(p->features & FEATURE_SIGNALS))
    return;
  const bool plain_loops = p->features & FEATURE_LOOPS && p->features & FEATURE_PLAIN;
  p->handler = (uint8_t)below(plain_loops ? HANDLER_NOTES : HANDLERS);
  p->handler_var = (uint8_t)below(2);
  p->handler_var2 = (uint8_t)below(3);
  p->restarts = one_in(2);
  for (unsigned i = 0; i < 2 || (i < 40 && !program_uses(p, KILL, ARM)); i++)
    add_signal(p);
  if (one_in(3))
    add_timer(p);
  if (p->handler == HANDLER_NOTES && p->code[0].n < MAX_STATEMENTS)
    p->code[0].at[p->code[0].n++] =
        (struct statement){.kind = LOAD, .var = p->handler_var, .order = SEQ_CST};
}

/* What lets a loop or a wait end, in a thread that comes before or after. */
static struct statement what_it_waits_for(const struct statement *s) {
  struct statement store = {
      .kind = STORE, .var = s->var, .imm = s->imm, .order = SEQ_CST, .plain = s->plain};
  switch (s->kind) {
  case SPIN:
  case RETRY:
    store.imm = s->either ? 1 : s->imm;
    return store;
  case SPIN_TWO:
  case SPIN_CAS:
    return store;
  case RETRY_LOOP:
    return retry_waits_for(s);
  case SPIN_SEMAPHORE:
  case WAIT:
    return (struct statement){.kind = POST, .var = s->var};
  case COND_WAIT:
    return (struct statement){.kind = BROADCAST};
  case POLL_WAIT:
  case LEVEL_WAIT:
  case OUTER_WAIT:
  case OUTER_EDGE_WAIT:
  case EDGE_WAIT:
    return (struct statement){.kind = s->imm == 1 ? PIPE_WRITE : EVENT_ADD, .imm = 1};
  default:
    return (struct statement){.kind = YIELD};
  }
}

static bool is_waited_for_under_guard(const struct statement *s) {
  return s->kind == RETRY_LOOP && retry_looks_at_plain(s->shape);
}

static void add_what_is_waited_for(struct program *p) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->code[t].n; i++) {
      const struct statement s = what_it_waits_for(&p->code[t].at[i]);
      const unsigned other = (t + 1 + below(p->threads - 1)) % p->threads;
      if (s.kind == YIELD || p->code[other].n >= MOST_MADE_UP || one_in(5))
        continue;
      if (p->code[t].at[i].kind == RETRY_LOOP && retry_attempts(p->code[t].at[i].shape) &&
          !one_in(10))
        continue;
      const unsigned at = insert(&p->code[other], 0, s);
      if (is_waited_for_under_guard(&p->code[t].at[i]) && !one_in(10)) {
        const struct retry_guard guard = retry_guard(p->code[t].at[i].shape);
        insert_at(&p->code[other], at, (struct statement){.kind = guard.take});
        insert_at(&p->code[other], at + 2, (struct statement){.kind = guard.give});
      }
    }
}

/* Some of the features that are allowed, so that they meet often. */
static unsigned choose_features(unsigned allowed) {
  unsigned chosen = 0;
  for (unsigned i = 0; i < 3 && allowed; i++)
    chosen |= one_of(allowed);
  if (chosen & FEATURE_STATE_LOOPS)
    chosen |= FEATURE_LOOPS;
  if (chosen & FEATURE_CONDITIONS)
    chosen |= FEATURE_LOCKS;
  if (chosen & (FEATURE_OBJECTS | FEATURE_TIMED) &&
      !(chosen & (FEATURE_LOCKS | FEATURE_SEMAPHORES | FEATURE_RWLOCKS | FEATURE_CONDITIONS)))
    chosen |= FEATURE_LOCKS << below(3);
  if (chosen & FEATURE_CONDITIONS)
    chosen |= FEATURE_LOCKS;
  if (chosen & (FEATURE_MIXED | FEATURE_SYSTEM) && one_in(2))
    chosen |= FEATURE_PLAIN;
  return chosen & allowed;
}

static unsigned statements_of(const struct program *p, unsigned thread) {
  const bool interrupted = p->features & FEATURE_SIGNALS;
  const unsigned most = p->threads == 2 ? 6 : p->threads == 3 && !interrupted ? 4 : 3;
  if (p->features & FEATURE_ATTEMPTS)
    return thread ? 1u + one_in(4) : one_in(3);
  return thread ? 2 + below(most - 1) : below(3);
}

void program_generate(struct program *p, uint64_t seed, unsigned features) {
  memset(p, 0, sizeof *p);
  random_state = seed * UINT64_C(0x2545f4914f6cdd1d) + 1;
  p->seed = seed;
  p->features = choose_features(features & ~FEATURE_ATTEMPTS) | (features & FEATURE_ATTEMPTS);
  p->threads = one_in(4) && !(p->features & FEATURE_SIGNALS) ? 4 : 2 + below(2);
  static const uint8_t sizes[] = {1, 2, 4, 8, 4, 4};
  for (unsigned v = 0; v < VARS; v++)
    p->size[v] = sizes[below(sizeof sizes)];
  for (unsigned v = 0; v < LOCK_VAR; v++)
    p->storage[v] = one_in(4) ? (uint8_t)below(STORAGES) : STATIC;
  for (unsigned i = 0; i < OBJECTS; i++)
    p->semaphore[i] = (uint8_t)below(2);
  p->timeouts = (uint8_t)below(3);
  p->spurious = p->features & FEATURE_CONDITIONS && one_in(4)  ? (uint8_t)(1 + below(2))
                : p->features & FEATURE_WEAK_CAS && !one_in(4) ? (uint8_t)(1 + below(2))
                                                               : 0;
  p->returns = p->features & FEATURE_EXIT && one_in(2) ? 5 : 0;
  p->destructor_var = (uint8_t)below(2);
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned wanted = statements_of(p, t); wanted; wanted--)
      add_something(p, &p->code[t]);
  add_what_is_waited_for(p);
  add_threads(p);
  if (p->features & FEATURE_ATTEMPTS)
    insert_at(&p->code[0], 0,
              (struct statement){.kind = STORE,
                                 .imm = one_in(6) ? (uint8_t)below(4) : ATTEMPTED,
                                 .order = SEQ_CST});
  add_signals(p);
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->code[t].n; i++)
      p->code[t].at[i].id = (uint16_t)(1 + t * MAX_STATEMENTS + i);
}

void program_remove(struct program *p, unsigned thread, unsigned at) {
  struct code *const code = &p->code[thread];
  const struct statement gone = code->at[at];
  memmove(&code->at[at], &code->at[at + 1], (code->n - at - 1) * sizeof *code->at);
  code->n--;
  if (gone.kind == CREATE) /* then nobody can join it */
    for (unsigned t = 0; t < p->threads; t++)
      for (unsigned i = 0; i < p->code[t].n; i++)
        if ((p->code[t].at[i].kind == JOIN || (p->code[t].at[i].kind == KILL && t != gone.var)) &&
            p->code[t].at[i].var == gone.var) {
          program_remove(p, t, i--);
        }
}

/* Whether main knows what a thread has ended with: it, or all up to it, are joined. */
bool program_joins(const struct program *p, unsigned thread) {
  for (; thread; thread = p->parent[thread]) {
    const struct code *const code = &p->code[p->parent[thread]];
    bool joined = false;
    for (unsigned i = 0; i < code->n; i++)
      joined |= code->at[i].kind == JOIN && code->at[i].var == thread && !code->at[i].guarded;
    if (!joined)
      return false;
  }
  return true;
}

bool program_event_is_signals(const struct program *p) {
  return p->seed % 3 == 0 && program_uses(p, EVENT_ADD, EDGE_WAIT);
}

enum pipe program_pipe(const struct program *p) {
  return (enum pipe)(p->seed / 3 % PIPE_KINDS);
}

bool program_notes(const struct program *p) {
  return p->handler == HANDLER_NOTES && program_uses(p, KILL, ARM);
}

bool program_uses(const struct program *p, enum statement_kind first, enum statement_kind last) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->code[t].n; i++)
      if (p->code[t].at[i].kind >= first && p->code[t].at[i].kind <= last)
        return true;
  return false;
}
