#include "machine.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static uint64_t load(const struct machine *m, struct variable v) {
  uint64_t value = 0;
  for (unsigned i = 0; i < v.size; i++)
    value |= (uint64_t)m->memory[v.offset + i] << 8 * i;
  return value;
}

static void store(struct machine *m, struct variable v, uint64_t value) {
  for (unsigned i = 0; i < v.size; i++)
    m->memory[v.offset + i] = (uint8_t)(value >> 8 * i);
}

static void effect(struct machine_step *step, unsigned kind, unsigned thread, unsigned other) {
  step->effect[step->n_effects].kind = kind;
  step->effect[step->n_effects].thread = (uint8_t)thread;
  step->effect[step->n_effects++].other = (uint8_t)other;
}

/* Makes one local instruction; false if the thread stands before a visible one or waits. */
static bool local(const struct program *p, struct machine *m, unsigned thread,
                  struct machine_step *step) {
  struct machine_thread *const t = &m->thread[thread];
  if (t->state != RUNNING)
    return false;
  if (t->pc == p->code[thread].n) {
    t->state = ENDED;
    t->lasts = false;
    effect(step, MACHINE_END, thread, 0);
    return true;
  }
  const struct instruction *const i = &p->code[thread].at[t->pc];
  switch (i->kind) {
  case IF:
    t->pc = (uint8_t)(t->pc + 1 + (t->r[i->r] == i->value ? 0 : i->length));
    return true;
  case FORGET:
    t->r[i->r] = t->r[i->r] == i->value && t->r[i->r2] == i->expected;
    t->r[i->r2] = i->r2 == i->r ? t->r[i->r] : 0;
    t->pc++;
    return true;
  case LOOP:
    t->lasts = false;
    t->pc++;
    return true;
  case AGAIN:
    if (t->r[i->r] != t->r[i->r2] && !t->lasts && p->loops == LOOPS_STOP) {
      t->state = STOPPED;
      effect(step, MACHINE_STOP, thread, 0);
      return true;
    }
    t->lasts = false;
    t->pc = (uint8_t)(t->r[i->r] == t->r[i->r2] ? t->pc + 1 : t->pc - i->length);
    return true;
  case ATOMIC:
    if (i->length)
      return false;
    t->pc++;
    return true;
  case REST:
    t->rests = true;
    t->pc++;
    return true;
  case CREATE:
    t->pc++;
    if (m->thread[i->thread].state == ABSENT) {
      m->thread[i->thread].state = RUNNING;
      effect(step, MACHINE_CREATE, thread, i->thread);
    }
    return true;
  case JOIN:
    if (m->thread[i->thread].state == RUNNING || m->thread[i->thread].state == STOPPED)
      return false;
    t->pc++;
    if (m->thread[i->thread].state == ENDED)
      effect(step, MACHINE_JOIN, thread, i->thread);
    return true;
  default:
    if (!object_ignores(m, thread, i))
      return false;
    t->pc++;
    return true;
  }
}

/* All threads make their local instructions until none can. */
static void run_local(const struct program *p, struct machine *m, struct machine_step *step) {
  for (bool again = true; again;) {
    again = false;
    for (unsigned t = 0; t < p->threads; t++)
      while (local(p, m, t, step))
        again = true;
  }
}

/* Nothing was done yet: what was touched, and effects, are of no interest before they are counted.
 */
static void clear(struct machine_step *step) {
  memset(step, 0, offsetof(struct machine_step, touch));
}

void machine_start(const struct program *p, struct machine *m, struct machine_step *begin) {
  memset(m, 0, sizeof *m);
  clear(begin);
  memcpy(m->semaphore, p->semaphore, sizeof m->semaphore);
  m->thread[0].state = RUNNING;
  run_local(p, m, begin);
}

const struct instruction *machine_pending(const struct program *p, const struct machine *m,
                                          unsigned thread) {
  const struct machine_thread *const t = &m->thread[thread];
  if (t->state != RUNNING || t->pc == p->code[thread].n)
    return NULL;
  const struct instruction *const i = &p->code[thread].at[t->pc];
  return i->kind == JOIN ? NULL : i;
}

bool machine_reads_second(const struct program *p, const struct machine *m,
                          const struct instruction *await) {
  const bool first = load(m, p->var[await->var]) == await->value;
  switch (await->form) {
  case AWAIT_ONE:
    return false;
  case AWAIT_THEN_BOTH:
    return first;
  case AWAIT_ELSE_EITHER:
    return !first;
  default:
    return true;
  }
}

bool machine_waits(const struct program *p, const struct machine *m, unsigned thread) {
  const struct instruction *const i = machine_pending(p, m, thread);
  const struct machine_thread *const t = &m->thread[thread];
  return p->loops == LOOPS_WAIT && i && !t->lasts && (i->kind == READ || i->kind == CAS_FROM) &&
         t->pc + 1u < p->code[thread].n && i[1].kind == AGAIN && i[1].r == i->r;
}

static bool would_leave(const struct program *p, const struct machine *m, unsigned thread) {
  const struct instruction *const i = machine_pending(p, m, thread);
  return load(m, p->var[i->var]) == m->thread[thread].r[i[1].r2];
}

bool machine_is_void(const struct program *p, const struct machine *m) {
  for (unsigned t = 0; t < p->threads; t++)
    if (m->thread[t].state == STOPPED || machine_waits(p, m, t))
      return true;
  return false;
}

bool machine_enabled(const struct program *p, const struct machine *m, unsigned thread) {
  const struct instruction *const i = machine_pending(p, m, thread);
  if (!i)
    return false;
  if (machine_waits(p, m, thread))
    return would_leave(p, m, thread);
  if (i->kind != AWAIT)
    return object_enabled(p, m, thread, i);
  const bool first = load(m, p->var[i->var]) == i->value;
  const bool second = load(m, p->var[i->var2]) == i->expected;
  switch (i->form) {
  case AWAIT_ONE:
    return first;
  case AWAIT_BOTH:
  case AWAIT_THEN_BOTH:
    return first && second;
  default:
    return first || second;
  }
}

bool machine_gives_up(const struct program *p, const struct machine *m, unsigned thread) {
  const struct instruction *const i = machine_pending(p, m, thread);
  if (!i || m->thread[thread].rests)
    return i;
  return (i->timed || i->kind == RECEIVE_IF_ANY) && object_gives_up(m, thread, i);
}

static void touch(struct machine_step *step, enum touch how, struct variable range) {
  machine_touch(step, how, range.offset, range.size);
}

static uint64_t make_visible(const struct program *p, struct machine *m, unsigned thread,
                             struct machine_step *step, const struct instruction *i) {
  const struct variable v = p->var[i->var];
  const uint64_t old = load(m, v), r = m->thread[thread].r[i->r];
  switch (i->kind) {
  case READ:
    touch(step, TOUCH_READ, v);
    step->value = old;
    return i->with_register ? old <= i->value + 1u : old;
  case WRITE:
    touch(step, TOUCH_WRITE, v);
    step->value = old;
    store(m, v, i->value + (i->with_register ? r : 0));
    return r;
  case ADD:
    touch(step, TOUCH_WRITE, v);
    store(m, v, old + i->value);
    return step->value = old;
  case COMBINE:
    touch(step, TOUCH_ADD, v);
    store(m, v, old + i->value);
    return r;
  case CAS:
    touch(step, old == i->expected ? TOUCH_WRITE : TOUCH_READ, v);
    if (old == i->expected)
      store(m, v, i->value);
    return step->value = old;
  case CAS_FROM: {
    const uint64_t expected = m->thread[thread].r[i->r2];
    touch(step, old == expected ? TOUCH_WRITE : TOUCH_READ, v);
    if (old == expected)
      store(m, v, expected + i->value);
    return step->value = old;
  }
  case AWAIT:
    touch(step, TOUCH_READ, v);
    if (machine_reads_second(p, m, i))
      touch(step, TOUCH_READ, p->var[i->var2]);
    return r;
  default:
    return object_make(m, thread, step);
  }
}

/* A thread is told something: it has that in a register until the next time, and in its history
 * when the instruction is over. */
static void tell(const struct program *p, struct machine_thread *t, const struct instruction *i,
                 uint64_t value, bool goes_on) {
  t->r[i->r] = value;
  if (p->keeps && instruction_tells(i) && !goes_on)
    t->history = MACHINE_MIX(t->history, value);
}

static void make_atomic(const struct program *p, struct machine *m, unsigned thread,
                        struct machine_step *step) {
  struct machine_thread *const t = &m->thread[thread];
  const unsigned end = t->pc + 1u + step->instruction->length;
  uint64_t seen = 0;
  unsigned stores = 0;
  for (t->pc++; t->pc < end;) {
    const struct instruction *const i = &p->code[thread].at[t->pc];
    if (i->kind != IF) {
      t->pc++;
      tell(p, t, i, make_visible(p, m, thread, step, i), false);
      seen = 31 * seen + step->value;
      stores += i->kind == WRITE;
    } else if (!local(p, m, thread, step))
      break;
  }
  step->value = seen;
  step->stores = stores == 1 && step->touches == 1;
}

void machine_make(const struct program *p, struct machine *m, unsigned thread, unsigned choice,
                  struct machine_step *step) {
  assert(machine_enabled(p, m, thread));
  struct machine_thread *const t = &m->thread[thread];
  const struct instruction *const i = &p->code[thread].at[t->pc];
  clear(step);
  step->instruction = i;
  step->phase = t->phase;
  step->expected = i->kind == CAS_FROM ? t->r[i->r2] : i->expected;
  step->waited = machine_waits(p, m, thread);
  t->rests = false;
  if (i->kind == ATOMIC) {
    make_atomic(p, m, thread, step);
  } else {
    step->stores = i->kind == WRITE;
    const bool goes_on = object_goes_on(i, t->phase);
    const uint64_t told =
        i->kind == CHOOSE ? (step->value = choice) : make_visible(p, m, thread, step, i);
    tell(p, t, i, told, goes_on);
    t->phase = (uint8_t)(goes_on ? t->phase + 1 : 0);
    t->pc = (uint8_t)(t->pc + !goes_on);
  }
  for (unsigned k = 0; k < step->touches; k++)
    t->lasts |= step->touch[k].how != TOUCH_READ;
  run_local(p, m, step);
}

bool machine_stuck(const struct program *p, const struct machine *m) {
  for (unsigned t = 0; t < p->threads; t++)
    if (m->thread[t].state == RUNNING || m->thread[t].state == STOPPED)
      return true;
  return false;
}

/* Whether a thread has an instruction for another thread. */
static bool has(const struct program *p, unsigned thread, unsigned kind, unsigned other) {
  for (unsigned i = 0; i < p->code[thread].n; i++)
    if (p->code[thread].at[i].kind == kind && p->code[thread].at[i].thread == other)
      return true;
  return false;
}

bool program_joins_last(const struct program *p, unsigned thread) {
  return has(p, 0, CREATE, thread) && !has(p, 0, JOIN, thread);
}

uint64_t machine_outcome(const struct program *p, const struct machine *m) {
  uint64_t outcome[MAX_THREADS];
  for (unsigned t = p->threads; t-- > 0;) { /* who is created has a higher number */
    uint64_t joined = 0;
    for (unsigned i = 0; i < p->code[t].n; i++)
      if (p->code[t].at[i].kind == JOIN)
        joined = MACHINE_MIX(joined, outcome[p->code[t].at[i].thread]);
    for (unsigned other = 1; t == 0 && other < p->threads; other++)
      if (program_joins_last(p, other))
        joined = MACHINE_MIX(joined, outcome[other]);
    outcome[t] = MACHINE_MIX(m->thread[t].history, joined);
    for (unsigned r = 0; r < MAX_REGISTERS; r++)
      outcome[t] = MACHINE_MIX(outcome[t], m->thread[t].r[r]);
  }
  return outcome[0];
}
