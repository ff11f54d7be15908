#include <assert.h>
#include <string.h>

#include "machine.h"

bool object_ignores(const struct machine *m, unsigned thread, const struct instruction *i) {
  const struct machine_rwlock *const lock = &m->rwlock[i->object];
  switch (i->kind) {
  case UNLOCK:
    return m->holder[i->mutex] != thread + 1;
  case COND_WAIT:
    return m->thread[thread].phase == 0 && m->holder[i->mutex] != thread + 1;
  case RWUNLOCK:
    return lock->writer != thread + 1 && !lock->reads[thread];
  default:
    return false;
  }
}

bool object_goes_on(const struct instruction *i, unsigned phase) {
  return (i->kind == COND_WAIT && phase < 2) || (i->kind == BARRIER && phase < 1);
}

static bool is_read_locked(const struct machine_rwlock *lock) {
  for (unsigned t = 0; t < MAX_THREADS; t++)
    if (lock->reads[t])
      return true;
  return false;
}

static bool is_free(const struct machine_rwlock *lock) {
  return !lock->writer && !is_read_locked(lock);
}

/* The first signal that the thread may take; `signals` if there is none. */
static unsigned signal_for(const struct machine_condition *c, unsigned thread) {
  unsigned i = 0;
  while (i < c->signals && !(c->waited[i] >> thread & 1))
    i++;
  return i;
}

static bool is_woken(const struct machine_condition *c, unsigned thread) {
  return c->woken >> thread & 1 || signal_for(c, thread) < c->signals;
}

/* The first letter that a receive can take; the number of letters if there is none. */
static unsigned letter_for(const struct machine_mailbox *box, const struct instruction *i) {
  unsigned at = 0;
  while (at < box->n && !i->any && box->at[at].tag != i->expected)
    at++;
  return at;
}

unsigned object_mailbox(unsigned thread, const struct instruction *receive) {
  return PLACE_MAILBOX + thread * (1 + MAX_TAGS) + (receive->any ? 0 : 1u + receive->expected);
}

bool object_enabled(const struct program *p, const struct machine *m, unsigned thread,
                    const struct instruction *i) {
  const unsigned phase = m->thread[thread].phase;
  switch (i->kind) {
  case LOCK:
    return !m->holder[i->mutex];
  case SEM_WAIT:
    return m->semaphore[i->object] > 0;
  case RDLOCK:
    return !m->rwlock[i->object].writer;
  case WRLOCK:
    return is_free(&m->rwlock[i->object]);
  case COND_WAIT:
    return phase == 0 || (phase == 1 ? i->timed || is_woken(&m->condition[i->object], thread)
                                     : !m->holder[i->mutex]);
  case BARRIER:
    return phase == 0 || m->arrived >= p->parties * m->thread[thread].arrived;
  case RECEIVE:
    return letter_for(&m->mailbox[thread], i) < m->mailbox[thread].n;
  default:
    return true;
  }
}

bool object_gives_up(const struct machine *m, unsigned thread, const struct instruction *i) {
  switch (i->kind) {
  case TRYLOCK:
    return m->holder[i->mutex];
  case SEM_TRYWAIT:
    return !m->semaphore[i->object];
  case TRYRDLOCK:
    return m->rwlock[i->object].writer;
  case TRYWRLOCK:
    return !is_free(&m->rwlock[i->object]);
  case RECEIVE_IF_ANY:
    return letter_for(&m->mailbox[thread], i) == m->mailbox[thread].n;
  default: /* COND_WAIT */
    return m->thread[thread].phase == 1 && !is_woken(&m->condition[i->object], thread);
  }
}

static uint64_t on_mutex(struct machine *m, unsigned thread, struct machine_step *step) {
  const struct instruction *const i = step->instruction;
  uint8_t *const holder = &m->holder[i->mutex];
  const unsigned place = PLACE_MUTEX + i->mutex;
  if (i->kind == UNLOCK) {
    machine_touch(step, TOUCH_UNLOCK, place, 1);
    *holder = 0;
    return 0;
  }
  const bool free = *holder == 0;
  machine_touch(step, free ? TOUCH_LOCK : TOUCH_REFUSED, place, 1);
  if (free)
    *holder = (uint8_t)(thread + 1);
  return free;
}

static uint64_t on_semaphore(struct machine *m, struct machine_step *step) {
  const struct instruction *const i = step->instruction;
  uint8_t *const value = &m->semaphore[i->object];
  const unsigned place = PLACE_SEMAPHORE + i->object;
  const uint8_t old = *value;
  switch (i->kind) {
  case POST:
    machine_touch(step, TOUCH_ADD, place, 1);
    ++*value;
    return 0;
  case SEM_VALUE:
    machine_touch(step, TOUCH_READ, place, 1);
    return old;
  default:
    machine_touch(step, old ? TOUCH_WRITE : TOUCH_READ, place, 1);
    *value = (uint8_t)(old - (old > 0));
    return old > 0;
  }
}

static uint64_t on_rwlock(struct machine *m, unsigned thread, struct machine_step *step) {
  const struct instruction *const i = step->instruction;
  struct machine_rwlock *const lock = &m->rwlock[i->object];
  const unsigned place = PLACE_RWLOCK + i->object;
  if (i->kind == RWUNLOCK) {
    const bool writer = lock->writer == thread + 1;
    machine_touch(step, writer ? TOUCH_WRITE : TOUCH_ADD, place, 1);
    if (writer)
      lock->writer = 0;
    else
      lock->reads[thread]--;
    return 0;
  }
  const bool writes = i->kind == WRLOCK || i->kind == TRYWRLOCK;
  const bool granted = writes ? is_free(lock) : !lock->writer;
  machine_touch(step, !granted ? TOUCH_READ : writes ? TOUCH_WRITE : TOUCH_ADD, place, 1);
  if (granted && writes)
    lock->writer = (uint8_t)(thread + 1);
  else if (granted)
    lock->reads[thread]++;
  return granted;
}

static void wake_all(struct machine_condition *c) {
  c->woken |= c->waiting;
  c->waiting = 0;
  while (c->signals)
    c->waited[--c->signals] = 0;
}

static void wake_all_if_sure(struct machine_condition *c) {
  if (__builtin_popcount(c->waiting) == c->signals)
    wake_all(c);
}

/* The thread takes the first signal it may, and leaves the others to those who came later. */
static void take_signal(struct machine_condition *c, unsigned thread) {
  const uint8_t others = (uint8_t) ~(1u << thread);
  c->signals--;
  for (unsigned i = signal_for(c, thread); i < c->signals; i++)
    c->waited[i] = c->waited[i + 1];
  c->waited[c->signals] = 0;
  c->waiting &= others;
  for (unsigned i = 0; i < c->signals; i++)
    c->waited[i] &= others;
  wake_all_if_sure(c);
}

/* The thread has waited long enough. */
static void stop_waiting(struct machine_condition *c, unsigned thread) {
  c->waiting &= (uint8_t) ~(1u << thread);
  wake_all_if_sure(c);
}

/* Whether the thread was woken, once that is decided; before that, no. */
static bool wait_on(struct machine *m, unsigned thread, struct machine_step *step) {
  const struct instruction *const i = step->instruction;
  const unsigned set = PLACE_CONDITION + 2 * i->object, wakes = set + 1;
  const uint8_t bit = (uint8_t)(1u << thread);
  struct machine_condition *const c = &m->condition[i->object];
  const bool sure = c->woken & bit, woken = is_woken(c, thread);
  switch (step->phase) {
  case 0:
    machine_touch(step, TOUCH_UNLOCK, PLACE_MUTEX + i->mutex, 1);
    machine_touch(step, TOUCH_ADD, set, 1);
    m->holder[i->mutex] = 0;
    c->waiting |= bit;
    return false;
  case 1:
    machine_touch(step, sure || !woken ? TOUCH_READ : TOUCH_WRITE, wakes, 1);
    if (i->timed)
      machine_touch(step, TOUCH_ADD, set, 1);
    if (sure)
      c->woken &= (uint8_t)~bit;
    else if (woken)
      take_signal(c, thread);
    else
      stop_waiting(c, thread);
    step->value = woken;
    return woken;
  default:
    machine_touch(step, TOUCH_LOCK, PLACE_MUTEX + i->mutex, 1);
    m->holder[i->mutex] = (uint8_t)(thread + 1);
    return m->thread[thread].r[i->r];
  }
}

static void wake_others(struct machine *m, struct machine_step *step) {
  const struct instruction *const i = step->instruction;
  struct machine_condition *const c = &m->condition[i->object];
  machine_touch(step, c->waiting ? TOUCH_WRITE : TOUCH_READ, PLACE_CONDITION + 2 * i->object, 2);
  if (!c->waiting)
    return;
  if (i->kind == BROADCAST) {
    wake_all(c);
    return;
  }
  c->waited[c->signals++] = c->waiting;
  wake_all_if_sure(c);
}

unsigned object_round(const struct machine *m, unsigned thread, unsigned phase) {
  return PLACE_BARRIER + (m->thread[thread].arrived - phase) % 2;
}

static uint64_t on_barrier(struct machine *m, unsigned thread, struct machine_step *step) {
  struct machine_thread *const t = &m->thread[thread];
  if (step->phase == 0) {
    machine_touch(step, TOUCH_ADD, object_round(m, thread, 0), 1);
    m->arrived++;
    t->arrived++;
    return 0;
  }
  const bool first = m->left < t->arrived;
  machine_touch(step, first ? TOUCH_WRITE : TOUCH_READ, object_round(m, thread, 1), 1);
  m->left = (uint8_t)(m->left + first);
  return first;
}

static void send(struct machine *m, unsigned thread, struct machine_step *step) {
  const struct instruction *const i = step->instruction;
  struct machine_mailbox *const box = &m->mailbox[i->thread];
  const unsigned letter = thread * MAX_SENT + m->thread[thread].sent++;
  const unsigned whatever = PLACE_MAILBOX + i->thread * (1 + MAX_TAGS);
  assert(m->thread[thread].sent <= MAX_SENT && box->n < sizeof box->at / sizeof *box->at);
  machine_touch(step, TOUCH_WRITE, whatever, 1);
  machine_touch(step, TOUCH_WRITE, whatever + 1 + i->expected, 1);
  machine_touch(step, TOUCH_WRITE, PLACE_LETTER + 2 * letter, 1);
  machine_touch(step, TOUCH_WRITE, PLACE_LETTER + 2 * letter + 1, 1);
  box->at[box->n].letter = (uint8_t)letter;
  box->at[box->n].tag = i->expected;
  box->at[box->n++].value =
      (uint8_t)(i->value + (i->with_register ? m->thread[thread].r[i->r] : 0));
}

static uint64_t receive(struct machine *m, unsigned thread, struct machine_step *step) {
  const struct instruction *const i = step->instruction;
  struct machine_mailbox *const box = &m->mailbox[thread];
  unsigned at = letter_for(box, i);
  if (at == box->n) {
    machine_touch(step, TOUCH_READ, object_mailbox(thread, i), 1);
    return 0;
  }
  const unsigned letter = box->at[at].letter, value = box->at[at].value;
  machine_touch(step, TOUCH_READ, PLACE_LETTER + 2 * letter + i->any, 1);
  for (box->n--; at < box->n; at++)
    box->at[at] = box->at[at + 1];
  memset(&box->at[box->n], 0, sizeof *box->at);
  step->value = 1 + letter;
  return value + (i->kind == RECEIVE_IF_ANY);
}

uint64_t object_make(struct machine *m, unsigned thread, struct machine_step *step) {
  const struct instruction *const i = step->instruction;
  const uint64_t r = m->thread[thread].r[i->r];
  switch (i->kind) {
  case TRYLOCK:
    return step->value = on_mutex(m, thread, step);
  case LOCK:
  case UNLOCK:
    on_mutex(m, thread, step);
    return r;
  case SEM_TRYWAIT:
  case SEM_VALUE:
    return step->value = on_semaphore(m, step);
  case POST:
  case SEM_WAIT:
    on_semaphore(m, step);
    return r;
  case TRYRDLOCK:
  case TRYWRLOCK:
    return step->value = on_rwlock(m, thread, step);
  case RDLOCK:
  case WRLOCK:
  case RWUNLOCK:
    on_rwlock(m, thread, step);
    return r;
  case COND_WAIT: {
    const bool woken = wait_on(m, thread, step);
    return i->timed ? woken : r;
  }
  case SIGNAL:
  case BROADCAST:
    wake_others(m, step);
    return r;
  case BARRIER:
    return step->value = on_barrier(m, thread, step);
  case SEND:
    send(m, thread, step);
    return r;
  case RECEIVE:
  case RECEIVE_IF_ANY:
    return receive(m, thread, step);
  default:
    assert(!"a local instruction");
    return r;
  }
}
