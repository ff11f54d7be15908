#include "machine.h"

#include <stdlib.h>
#include <string.h>

struct step {
  const struct lowered *code;
  struct machine *m;
  unsigned thread, way;
  bool races;
  struct outcome *outcome;
};

static void misuse(struct step *s, const struct statement *of) {
  s->outcome->kind = MISUSE;
  s->outcome->id = of->id;
}

static void learn(struct step *s, unsigned from) {
  if (s->races)
    order_learn(s->m, s->thread, from);
}

static void tell(struct step *s, unsigned to) {
  if (s->races)
    order_tell(s->m, s->thread, to);
}

/* --- objects -------------------------------------------------------------------------------------
 */

/* False: the execution ends here, as the thread has given up as often as it may. */
static bool give_up(struct step *s) {
  if (s->m->thread[s->thread].timeouts++ < s->code->p->timeouts)
    return true;
  s->outcome->kind = CUT_BY_TIMEOUTS;
  return false;
}

static void mutex_take(struct step *s, unsigned mutex) {
  s->m->mutex[mutex] = (uint8_t)(s->thread + 1);
  learn(s, OF_MUTEX + mutex);
}

static void mutex_leave(struct step *s, unsigned mutex) {
  s->m->mutex[mutex] = 0;
  tell(s, OF_MUTEX + mutex);
}

static bool mutex_mine(const struct step *s, unsigned mutex) {
  return s->m->mutex[mutex] == s->thread + 1;
}

static void mutex_statement(struct step *s, const struct statement *of, uint8_t *result) {
  struct machine *const m = s->m;
  const unsigned i = of->kind == COND_WAIT || of->kind == COND_TIMEDWAIT ? 0 : of->var;
  const bool free = m->mutex[i] == 0;
  if (of->kind == MUTEX_INIT) {
    if (!free && m->mutex_life[i] == READY)
      misuse(s, of);
    m->mutex_life[i] = READY;
    m->mutex[i] = 0;
    return;
  }
  if (m->mutex_life[i] != READY) {
    misuse(s, of);
    return;
  }
  switch (of->kind) {
  case UNLOCK:
    if (!mutex_mine(s, i))
      misuse(s, of);
    else
      mutex_leave(s, i);
    break;
  case TRYLOCK:
  case SPIN_TRYLOCK:
  case TIMEDLOCK:
    *result = free;
    if (free)
      mutex_take(s, i);
    else if (of->kind == TIMEDLOCK)
      give_up(s);
    break;
  case MUTEX_DESTROY:
    if (!free)
      misuse(s, of);
    m->mutex_life[i] = DESTROYED;
    break;
  default:
    if (mutex_mine(s, i))
      misuse(s, of);
    mutex_take(s, i);
  }
}

static bool stands_before(const struct lowered *code, const struct machine *m, unsigned thread,
                          unsigned kind, unsigned object) {
  const struct instruction *const i = &code->code[thread].at[m->thread[thread].pc];
  return m->thread[thread].life == RUNS && i->kind == I_STATEMENT && i->of->kind == kind &&
         i->of->var == object;
}

static void semaphore_statement(struct step *s, const struct statement *of, uint8_t *result) {
  struct machine *const m = s->m;
  const unsigned i = of->var;
  bool awaited = false;
  for (unsigned t = 0; t < s->code->p->threads; t++)
    awaited |= m->sem_life[i] == READY && !m->semaphore[i] && t != s->thread &&
               stands_before(s->code, m, t, WAIT, i);
  if (awaited && (of->kind == SEM_INIT || of->kind == SEM_DESTROY)) {
    misuse(s, of);
    return;
  }
  if (of->kind == SEM_INIT) {
    m->sem_life[i] = READY;
    m->semaphore[i] = of->imm;
    return;
  }
  if (m->sem_life[i] != READY) {
    misuse(s, of);
    return;
  }
  const bool any = m->semaphore[i] > 0;
  switch (of->kind) {
  case POST:
    m->semaphore[i]++;
    tell(s, OF_SEMAPHORE + i);
    break;
  case WAIT:
  case TRYWAIT:
  case SPIN_SEMAPHORE:
  case TIMEDWAIT:
    if (of->kind != WAIT)
      *result = any;
    if (any) {
      m->semaphore[i]--;
      learn(s, OF_SEMAPHORE + i);
    } else if (of->kind == TIMEDWAIT) {
      give_up(s);
    }
    break;
  case GETVALUE:
    *result = m->semaphore[i] & MASK;
    break;
  default: /* SEM_DESTROY */
    m->sem_life[i] = DESTROYED;
  }
}

static bool has_readers(const struct machine *m) {
  for (unsigned t = 0; t < MAX_THREADS; t++)
    if (m->readers[t])
      return true;
  return false;
}

static void rwlock_statement(struct step *s, const struct statement *of, uint8_t *result) {
  struct machine *const m = s->m;
  if (of->kind == RW_INIT) {
    if (m->rw_life == READY && (m->writer || has_readers(m)))
      misuse(s, of);
    m->rw_life = READY;
    m->writer = 0;
    memset(m->readers, 0, sizeof m->readers);
    return;
  }
  if (m->rw_life != READY) {
    misuse(s, of);
    return;
  }
  const bool writes = of->kind == WRLOCK || of->kind == TRYWRLOCK || of->kind == TIMEDWRLOCK;
  const bool mine = m->writer == s->thread + 1;
  const bool free = !m->writer && !(writes && has_readers(m));
  switch (of->kind) {
  case RW_DESTROY:
    if (m->writer || has_readers(m))
      misuse(s, of);
    m->rw_life = DESTROYED;
    break;
  case RWUNLOCK:
    if (!mine && !m->readers[s->thread]) {
      misuse(s, of);
    } else if (mine) {
      m->writer = 0;
      tell(s, OF_WRITER);
    } else {
      m->readers[s->thread]--;
      tell(s, OF_READERS);
    }
    break;
  default:
    if (of->kind != RDLOCK && of->kind != WRLOCK)
      *result = free;
    if (mine && (of->kind == RDLOCK || of->kind == WRLOCK || of->kind == TIMEDWRLOCK))
      return; /* EDEADLK */
    if (free) {
      learn(s, OF_WRITER);
      if (writes)
        learn(s, OF_READERS), m->writer = (uint8_t)(s->thread + 1);
      else
        m->readers[s->thread]++;
    } else if (of->kind == TIMEDWRLOCK) {
      give_up(s);
    }
  }
}

/* Which of the waiting threads a signal wakes is a way of its own. */
static unsigned waiting(const struct machine *m, unsigned *who) {
  unsigned n = 0;
  for (unsigned t = 0; t < MAX_THREADS; t++)
    if (m->thread[t].waits == 1)
      who[n++] = t;
  return n;
}

/* As often as it may; that it may no more is a bound that has been met. */
static bool may_do_for_nothing(struct step *s) {
  const unsigned most = s->code->p->spurious;
  if (s->m->thread[s->thread].spurious < most)
    return true;
  s->outcome->bound_met |= most > 0;
  return false;
}

static void condition_statement(struct step *s, const struct statement *of) {
  struct machine *const m = s->m;
  unsigned who[MAX_THREADS];
  const unsigned n = waiting(m, who);
  if (of->kind == COND_INIT) {
    if (n && m->cond_life == READY)
      misuse(s, of);
    m->cond_life = READY;
    return;
  }
  if (m->cond_life != READY) {
    misuse(s, of);
    return;
  }
  switch (of->kind) {
  case SIGNAL:
    if (n)
      m->thread[who[s->way]].waits = 2;
    break;
  case BROADCAST:
    for (unsigned i = 0; i < n; i++)
      m->thread[who[i]].waits = 2;
    break;
  case COND_DESTROY:
    if (n)
      misuse(s, of);
    m->cond_life = DESTROYED;
    break;
  default:
    if (m->mutex_life[0] != READY || !mutex_mine(s, 0)) {
      misuse(s, of);
    } else {
      mutex_leave(s, 0);
      m->thread[s->thread].waits = 1;
      if (of->kind == COND_WAIT)
        may_do_for_nothing(s);
    }
  }
}

static void condition_woken(struct step *s, const struct instruction *i) {
  struct machine_thread *const t = &s->m->thread[s->thread];
  const bool woken = t->waits == 2;
  t->waits = 0;
  const bool for_nothing = !woken && (i->of->kind == COND_WAIT || s->way == 1);
  if (i->of->kind == COND_TIMEDWAIT)
    t->local[i->r] = woken || for_nothing;
  if (for_nothing) {
    t->spurious++;
  } else if (!woken) {
    may_do_for_nothing(s);
    give_up(s);
  }
}

enum { PARTIES = 2 };

static void barrier_statement(struct step *s, const struct statement *of) {
  struct machine *const m = s->m;
  if (m->arrived && of->kind != BARRIER) {
    misuse(s, of);
    return;
  }
  if (of->kind == BARRIER_INIT) {
    m->barrier_life = READY;
    return;
  }
  if (m->barrier_life != READY) {
    misuse(s, of);
    return;
  }
  if (of->kind == BARRIER_DESTROY) {
    m->barrier_life = DESTROYED;
    return;
  }
  m->thread[s->thread].passes = 1;
  m->thread[s->thread].round = m->round;
  tell(s, OF_ROUND + m->round % 2);
  if (++m->arrived < PARTIES)
    return;
  for (unsigned t = 0; t < MAX_THREADS; t++)
    if (m->thread[t].passes == 1)
      m->thread[t].passes = 2;
  m->arrived = 0;
  m->round = (uint8_t)((m->round + 1) % 4);
}

static void barrier_leave(struct step *s, const struct instruction *i) {
  struct machine *const m = s->m;
  struct machine_thread *const self = &m->thread[s->thread];
  const bool first = self->passes == 2;
  for (unsigned t = 0; first && t < MAX_THREADS; t++)
    if (m->thread[t].passes == 2 && m->thread[t].round == self->round)
      m->thread[t].passes = 3;
  learn(s, OF_ROUND + self->round % 2);
  self->passes = self->round = 0;
  self->local[i->r] = first;
}

/* --- what the system keeps -----------------------------------------------------------------------
 */

static uint8_t open_descriptor(struct machine *m) {
  uint8_t number = 0;
  while (m->descriptors >> number & 1)
    number++;
  m->descriptors |= (uint8_t)(1u << number);
  return number;
}

/* By a function of libc, for the program. */
static void plain_access(struct step *s, const struct statement *of, bool writes) {
  if (s->races && order_access(s->m, s->thread, of, of->var, writes))
    s->outcome->racing = of->id;
}

/* Of what is ready in the first set since the other one told of it last. */
enum { OUTER_EDGE = 4 };

static void pipe_put(struct step *s, uint8_t byte) {
  struct machine *const m = s->m;
  tell(s, OF_PIPE);
  if (m->piped < sizeof m->pipe)
    m->pipe[m->piped++] = byte;
  m->edges |= 1 | OUTER_EDGE;
}

static bool is_outer(enum statement_kind kind) {
  return kind >= OUTER_NOW && kind <= OUTER_EDGE_WAIT;
}

/* What is ready of the descriptors that a statement looks at. */
static uint8_t ready_now(const struct machine *m, enum statement_kind kind) {
  const uint8_t now = (uint8_t)((m->piped > 0) | (m->event > 0) << 1);
  return (kind == LEVEL_NOW || kind == LEVEL_WAIT || is_outer(kind)) && m->outside ? now & 1 : now;
}

/* What a statement that waits for descriptors would find. */
static uint8_t ready(const struct machine *m, enum statement_kind kind) {
  const uint8_t now = ready_now(m, kind);
  if (kind == OUTER_EDGE_NOW || kind == OUTER_EDGE_WAIT)
    return now && m->edges & OUTER_EDGE;
  if (is_outer(kind))
    return now != 0;
  if (kind == EDGE_NOW || kind == EDGE_WAIT)
    return now & m->edges;
  return now;
}

static bool is_wait(enum statement_kind kind) {
  return kind == POLL_WAIT || kind == LEVEL_WAIT || kind == EDGE_WAIT || kind == OUTER_WAIT ||
         kind == OUTER_EDGE_WAIT;
}

static void descriptor_statement(struct step *s, const struct statement *of, uint8_t *r) {
  struct machine *const m = s->m;
  switch (of->kind) {
  case EVENT_ADD:
    tell(s, OF_EVENT);
    m->event = (uint8_t)(m->event + of->imm);
    m->edges |= m->outside ? 2 : 2 | OUTER_EDGE;
    break;
  case EVENT_TAKE:
    learn(s, OF_EVENT);
    *r = m->event & MASK;
    m->event = 0;
    break;
  case LEVEL_LEAVE:
  case LEVEL_ENTER:
    *r = m->outside == (of->kind == LEVEL_ENTER);
    if (m->outside && of->kind == LEVEL_ENTER && m->event)
      m->edges |= OUTER_EDGE;
    m->outside = of->kind == LEVEL_LEAVE;
    break;
  default:
    *r = ready(m, of->kind);
    const uint8_t told = *r ? ready_now(m, of->kind) : 0;
    if ((is_outer(of->kind) ? told : *r) & 1)
      learn(s, OF_PIPE);
    if ((is_outer(of->kind) ? told : *r) & 2)
      learn(s, OF_EVENT);
    if (of->kind == EDGE_NOW || of->kind == EDGE_WAIT)
      m->edges &= (uint8_t) ~*r;
    if (of->kind == OUTER_EDGE_NOW || of->kind == OUTER_EDGE_WAIT)
      m->edges &= (uint8_t)~OUTER_EDGE;
    if (of->kind == POLL_TIMED && !*r)
      give_up(s);
  }
}

static void system_statement(struct step *s, const struct statement *of, uint8_t *r) {
  struct machine *const m = s->m;
  switch (of->kind) {
  case PIPE_WRITE:
    pipe_put(s, of->imm);
    break;
  case PIPE_READ:
    learn(s, OF_PIPE);
    *r = m->piped ? m->pipe[0] : MASK;
    if (m->piped) {
      memmove(m->pipe, m->pipe + 1, sizeof m->pipe - 1);
      m->pipe[sizeof m->pipe - 1] = 0;
      m->piped--;
    }
    break;
  case FILE_READ:
    *r = m->file_at++ & MASK;
    break;
  case UMASK:
    *r = m->mask;
    m->mask = of->imm;
    break;
  case SETENV:
    m->environment = of->imm;
    break;
  case GETENV:
    *r = m->environment;
    break;
  case OPEN:
    *r = open_descriptor(m);
    break;
  case CLOSE: {
    const uint8_t closed = (uint8_t)(1u << *r);
    *r = (m->descriptors & closed) != 0;
    m->descriptors &= (uint8_t)~closed;
    break;
  }
  case READ_INTO:
    plain_access(s, of, true);
    m->var[of->var] = m->file_at++ & MASK;
    break;
  case WRITE_FROM:
    plain_access(s, of, false);
    pipe_put(s, m->var[of->var]);
    break;
  case CHOOSE:
    *r = (uint8_t)s->way;
    break;
  default:
    abort();
  }
}

/* --- signals -------------------------------------------------------------------------------------
 */

/* The handler begins; where it goes back to. */
static void interrupt(struct step *s, unsigned back) {
  struct machine_thread *const t = &s->m->thread[s->thread];
  learn(s, OF_SENT + s->thread);
  if (t->pending)
    t->pending = 0;
  else
    s->m->pending = 0;
  t->handling = 1;
  t->back = (uint8_t)back;
  t->pc = (uint8_t)s->code->code[s->thread].handler;
}

static bool is_open(const struct machine_thread *t) {
  return t->life == RUNS && !t->blocked && !t->handling;
}

static bool is_open_to_others(const struct step *s) {
  for (unsigned i = 0; i < s->code->p->threads; i++)
    if (i != s->thread && is_open(&s->m->thread[i]))
      return true;
  return false;
}

/* What is pending and no longer blocked is handled at once. True: the handler begins. */
static bool signal_statement(struct step *s, const struct statement *of) {
  struct machine_thread *const t = &s->m->thread[s->thread], *const to = &s->m->thread[of->var];
  if (of->kind == KILL) {
    tell(s, OF_SENT + of->var);
    if (to->life == RUNS)
      to->pending = 1;
    if (to != t)
      return false;
  } else if (of->kind == KILL_ANY) {
    for (unsigned i = 0; i < MAX_THREADS; i++)
      tell(s, OF_SENT + i);
    s->m->pending = 1;
    if (is_open_to_others(s))
      return false;
  } else if (of->kind == ARM) {
    for (unsigned i = 0; i < MAX_THREADS; i++)
      tell(s, OF_SENT + i);
    s->m->armed = 1;
  } else {
    t->blocked = of->kind == BLOCK_SIGNAL;
  }
  if (!(t->pending || s->m->pending) || t->blocked || t->handling)
    return false;
  interrupt(s, t->pc + 1u);
  return true;
}

static bool can_be_interrupted(const struct machine *m, const struct machine_thread *t,
                               const struct instruction *i) {
  return t->life == RUNS && (t->pending || m->pending) && !t->blocked && !t->handling &&
         i->kind != I_ASSERT && i->kind != I_ASSUME;
}

/* What a wait returns that a handler ends; negative: it goes on. */
static int interrupted_result(const struct lowered *code, const struct machine *m,
                              const struct instruction *i) {
  if (i->kind != I_STATEMENT)
    return -1;
  switch (i->of->kind) {
  case WAIT:
  case TIMEDWAIT:
    return code->p->restarts || m->semaphore[i->of->var] || m->sem_life[i->of->var] != READY ? -1
                                                                                             : 0;
  case POLL_WAIT:
  case POLL_TIMED:
  case LEVEL_WAIT:
  case OUTER_WAIT:
  case OUTER_EDGE_WAIT:
  case EDGE_WAIT:
    return ready(m, i->of->kind) ? -1 : 4;
  default:
    return -1;
  }
}

/* Ways to handle a signal now: before the next step, or in it. */
static unsigned ways_to_interrupt(const struct lowered *code, const struct machine *m,
                                  unsigned thread) {
  const struct machine_thread *const t = &m->thread[thread];
  const struct instruction *const i = &code->code[thread].at[t->pc];
  if (!can_be_interrupted(m, t, i))
    return 0;
  return 1 + (interrupted_result(code, m, i) >= 0);
}

static void step_interrupt(struct step *s, unsigned way) {
  struct machine_thread *const t = &s->m->thread[s->thread];
  const struct instruction *const i = &s->code->code[s->thread].at[t->pc];
  if (way == 1 && i->of->kind != WAIT)
    t->local[i->r] = (uint8_t)interrupted_result(s->code, s->m, i);
  interrupt(s, t->pc + way);
}

static void statement(struct step *s, const struct instruction *i) {
  const struct statement *const of = i->of;
  uint8_t ignored, *const r = i->r < LOCALS ? &s->m->thread[s->thread].local[i->r] : &ignored;
  if (i->r == 0xff || (of->kind >= LOCK && of->kind <= MUTEX_DESTROY) || of->kind == SPIN_TRYLOCK)
    mutex_statement(s, of, r);
  else if ((of->kind >= POST && of->kind <= SEM_DESTROY) || of->kind == SPIN_SEMAPHORE)
    semaphore_statement(s, of, r);
  else if (of->kind >= RDLOCK && of->kind <= RW_DESTROY)
    rwlock_statement(s, of, r);
  else if (of->kind >= COND_WAIT && of->kind <= COND_DESTROY)
    condition_statement(s, of);
  else if (of->kind >= BARRIER && of->kind <= BARRIER_DESTROY)
    barrier_statement(s, of);
  else if (of->kind >= EVENT_ADD && of->kind <= EDGE_WAIT)
    descriptor_statement(s, of, r);
  else
    system_statement(s, of, r);
}

/* --- memory --------------------------------------------------------------------------------------
 */

static bool compares(const struct instruction *i) {
  return i->kind == I_CAS || i->kind == I_CAS_FROM;
}

/* What a compare-and-swap expects. */
static uint8_t expects(const struct machine *m, unsigned thread, const struct instruction *i) {
  return i->kind == I_CAS ? i->imm : m->thread[thread].local[i->r2];
}

static void memory(struct step *s, const struct instruction *i) {
  struct machine *const m = s->m;
  const uint8_t expected = expects(m, s->thread, i);
  uint8_t *const r = &m->thread[s->thread].local[i->r], *const var = &m->var[i->var];
  const uint8_t old = *var;
  const bool fails = compares(i) && (old != expected || s->way == 1);
  const bool writes = i->kind != I_LOAD && !fails;
  if (compares(i) && i->of->weak && old == expected && may_do_for_nothing(s))
    m->thread[s->thread].spurious += (uint8_t)s->way;
  if (s->races) {
    if (order_access(m, s->thread, i->of, i->var, writes))
      s->outcome->racing = i->of->id;
    if (i->var < VOLATILE_VAR && i->kind == I_STORE)
      order_store(m, s->thread, i->var, i->of->order);
    else if (i->var < VOLATILE_VAR && writes)
      order_update(m, s->thread, i->var, i->of->order);
    else if (i->var < VOLATILE_VAR)
      order_load(m, s->thread, i->var, i->of->order);
  }
  if (i->kind == I_STORE)
    *var = i->of->from_register ? (*r + i->imm) & MASK : i->imm;
  else if (i->kind == I_ADD)
    *var += i->imm;
  else if (i->kind == I_EXCHANGE)
    *var = i->imm;
  else if (i->kind == I_CAS && writes)
    *var = i->imm2;
  else if (i->kind == I_CAS_FROM && writes)
    *var = (expected + i->imm) & MASK;
  if (i->kind == I_CAS_FROM && i->imm2)
    m->thread[s->thread].local[i->r2] = old & MASK;
  if (compares(i))
    *r = writes;
  else if (i->kind != I_STORE) /* a spin loop looks at all of what it reads */
    *r = i->r == SCRATCH && i->of->kind != RETRY_LOOP ? old : old & MASK;
}

/* --- going on ------------------------------------------------------------------------------------
 */

static void run_locally(struct step *s, unsigned thread);

static void create(struct step *s, unsigned thread) {
  struct machine_thread *const t = &s->m->thread[thread];
  t->life = RUNS;
  t->blocked = s->m->thread[s->thread].blocked | s->m->thread[s->thread].handling;
  if (s->races) {
    const unsigned self = s->thread;
    order_tell(s->m, self, thread);
  }
  run_locally(s, thread);
}

/* Up to the thread's next visible instruction. */
static void run_locally(struct step *s, unsigned thread) {
  struct machine_thread *const t = &s->m->thread[thread];
  for (;;) {
    const struct instruction *const i = &s->code->code[thread].at[t->pc];
    switch (i->kind) {
    case I_SET:
      t->local[i->r] = i->imm;
      break;
    case I_COUNT:
      t->local[i->r] += t->local[i->r] < 2;
      break;
    case I_TOGGLE:
      t->local[i->r] ^= 1;
      break;
    case I_MOVE:
      t->local[i->r] = t->local[i->r2] & MASK;
      break;
    case I_SAME:
      t->local[i->r] = t->local[i->r] == t->local[i->r2];
      break;
    case I_ODD:
      t->local[i->r] = t->local[i->r2] & 1;
      break;
    case I_POSITIVE:
      t->local[i->r] = t->local[i->r2] > 0 && t->local[i->r2] <= MASK / 2;
      break;
    case I_JUMP:
      t->pc = i->target;
      continue;
    case I_IF:
    case I_IFNOT:
      if ((t->local[i->r] == i->imm) == (i->kind == I_IFNOT)) {
        t->pc = i->target;
        continue;
      }
      break;
    case I_CREATE: {
      struct step by = *s;
      by.thread = thread;
      t->pc++;
      create(&by, i->imm);
      continue;
    }
    case I_ASSERT:
    case I_ASSUME:
      if (t->local[i->r] == i->imm)
        return;
      break;
    case I_END:
      t->life = ENDED;
      return;
    default:
      return;
    }
    t->pc++;
  }
}

static bool rwlock_goes_on(const struct machine *m, unsigned thread, const struct statement *of) {
  if (of->kind != RDLOCK && of->kind != WRLOCK)
    return true;
  return m->writer == thread + 1 || (!m->writer && !(of->kind == WRLOCK && has_readers(m))) ||
         m->rw_life != READY;
}

static unsigned ways_to_go_on(const struct lowered *code, const struct machine *m,
                              unsigned thread) {
  const struct machine_thread *const t = &m->thread[thread];
  if (t->life != RUNS)
    return 0;
  const struct instruction *const i = &code->code[thread].at[t->pc];
  const struct statement *const of = i->of;
  unsigned who[MAX_THREADS];
  switch (i->kind) {
  case I_JOIN:
    return m->thread[i->imm].life == ENDED;
  case I_WOKEN:
    if (t->waits == 2)
      return 1;
    return (of->kind == COND_TIMEDWAIT) + (t->spurious < code->p->spurious);
  case I_LEAVE:
    return t->passes >= 2;
  case I_CAS:
  case I_CAS_FROM:
    return 1 +
           (of->weak && m->var[i->var] == expects(m, thread, i) && t->spurious < code->p->spurious);
  case I_STATEMENT:
    if (of->kind == LOCK)
      return !m->mutex[of->var] || m->mutex[of->var] == thread + 1 ||
             m->mutex_life[of->var] != READY;
    if (i->r == 0xff)
      return !m->mutex[0];
    if (of->kind == WAIT)
      return m->semaphore[of->var] > 0 || m->sem_life[of->var] != READY;
    if (is_wait(of->kind))
      return ready(m, of->kind) != 0;
    if (of->kind == CHOOSE)
      return of->imm;
    if (of->kind == SIGNAL && waiting(m, who) > 1)
      return waiting(m, who);
    return rwlock_goes_on(m, thread, of);
  default:
    return 1;
  }
}

/* The time comes as a step of main. */
static unsigned ways_of_time(const struct machine *m, unsigned thread) {
  return thread == 0 && m->armed;
}

static void time_comes(struct machine *m) {
  m->armed = 0;
  m->pending = 1;
}

unsigned machine_ways(const struct lowered *code, const struct machine *m, unsigned thread) {
  return ways_to_go_on(code, m, thread) + ways_to_interrupt(code, m, thread) +
         ways_of_time(m, thread);
}

bool machine_gives_up(const struct lowered *code, const struct machine *m, unsigned thread) {
  const struct machine_thread *const t = &m->thread[thread];
  const struct instruction *const i = &code->code[thread].at[t->pc];
  if (t->life != RUNS || (i->kind != I_STATEMENT && i->kind != I_WOKEN))
    return false;
  if (i->kind == I_WOKEN)
    return t->waits != 2;
  switch (i->of->kind) {
  case TIMEDLOCK:
    return m->mutex[i->of->var] && m->mutex_life[i->of->var] == READY;
  case TIMEDWAIT:
    return !m->semaphore[i->of->var] && m->sem_life[i->of->var] == READY;
  case POLL_TIMED:
    return !ready(m, POLL_TIMED);
  case TIMEDWRLOCK:
    return m->writer != thread + 1 && (m->writer || has_readers(m)) && m->rw_life == READY;
  default:
    return false;
  }
}

void machine_start(const struct lowered *code, struct machine *m, struct outcome *outcome) {
  memset(m, 0, sizeof *m);
  memset(outcome, 0, sizeof *outcome);
  for (unsigned i = 0; i < OBJECTS; i++)
    m->semaphore[i] = code->p->semaphore[i];
  m->thread[0].life = RUNS;
  struct step s = {.code = code, .m = m, .races = false, .outcome = outcome};
  run_locally(&s, 0);
}

/* Another one that has come meanwhile is handled at once. */
static void machine_handled(struct step *s) {
  struct machine_thread *const t = &s->m->thread[s->thread];
  t->handling = 0;
  t->local[HANDLER] = 0;
  t->pc = t->back;
  if ((t->pending || s->m->pending) && !t->blocked)
    interrupt(s, t->back);
  else
    t->back = 0;
  run_locally(s, s->thread);
}

void machine_step(const struct lowered *code, struct machine *m, unsigned thread, unsigned way,
                  bool races, struct outcome *outcome) {
  struct step s = {code, m, thread, way, races, outcome};
  const struct instruction *const i = &code->code[thread].at[m->thread[thread].pc];
  memset(outcome, 0, sizeof *outcome);
  const unsigned ways = ways_to_go_on(code, m, thread);
  if (way >= ways + ways_to_interrupt(code, m, thread)) {
    time_comes(m);
    return;
  }
  if (way >= ways) {
    step_interrupt(&s, way - ways);
    run_locally(&s, thread);
    return;
  }
  switch (i->kind) {
  case I_ASSERT:
    *outcome = (struct outcome){.kind = FAILS, .id = i->of->id};
    return;
  case I_ASSUME:
    outcome->kind = CUT_BY_ASSUMPTION;
    return;
  case I_EXIT:
    *outcome = (struct outcome){.kind = EXITS, .id = i->imm, .finished = !i->of};
    return;
  case I_JOIN:
    if (races)
      order_learn(m, thread, i->imm);
    break;
  case I_STATEMENT:
    if (i->of->kind < KILL || i->of->kind > UNBLOCK_SIGNAL) {
      statement(&s, i);
      break;
    }
    if (!signal_statement(&s, i->of))
      break;
    run_locally(&s, thread);
    return;
  case I_HANDLED:
    machine_handled(&s);
    return;
  case I_LOOK:
    break;
  case I_WOKEN:
    condition_woken(&s, i);
    break;
  case I_LEAVE:
    barrier_leave(&s, i);
    break;
  case I_ARRIVE:
    break;
  case I_FENCE:
    if (races)
      order_fence(m, thread, i->of->order);
    break;
  default:
    memory(&s, i);
  }
  if (outcome->kind != NOTHING)
    return;
  m->thread[thread].pc++;
  run_locally(&s, thread);
}
