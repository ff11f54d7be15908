#include "machine.h"
#include "retry.h"

#include <stdlib.h>
#include <string.h>

bool lowered_tells_arrivals(const struct lowered *code) {
  return program_uses(code->p, SEM_INIT, SEM_INIT) ||
         program_uses(code->p, SEM_DESTROY, SEM_DESTROY);
}

static struct instruction *put(struct thread_code *code, const struct statement *of,
                               unsigned kind) {
  if (code->n == MAX_CODE)
    abort();
  struct instruction *const i = &code->at[code->n++];
  *i = (struct instruction){.kind = (uint8_t)kind, .of = of};
  return i;
}

static struct instruction *put_r(struct thread_code *code, const struct statement *of,
                                 unsigned kind, unsigned r, unsigned imm) {
  struct instruction *const i = put(code, of, kind);
  i->r = (uint8_t)r;
  i->imm = (uint8_t)imm;
  return i;
}

static void put_memory(struct thread_code *code, const struct statement *of, unsigned kind,
                       unsigned r, unsigned var, unsigned imm, unsigned imm2) {
  struct instruction *const i = put_r(code, of, kind, r, imm);
  i->var = (uint8_t)var;
  i->imm2 = (uint8_t)imm2;
}

static void put_update(struct thread_code *code, const struct statement *s) {
  switch (s->update) {
  case UPDATE_FLAG:
    put_r(code, s, I_SET, s->r, 1);
    break;
  case UPDATE_COUNT:
    put_r(code, s, I_COUNT, s->r, 0);
    break;
  case UPDATE_TOGGLE:
    put_r(code, s, I_TOGGLE, s->r, 0);
    break;
  case UPDATE_LAST:
    put_r(code, s, I_MOVE, s->r, 0)->r2 = SCRATCH;
    break;
  }
}

/* What a turn of the loop tries; the scratch register has what decides it. */
static void put_attempt(struct thread_code *code, const struct statement *s) {
  switch (s->kind) {
  case SPIN_EXCHANGE:
    put_memory(code, s, I_EXCHANGE, SCRATCH, s->var, 1, 0);
    break;
  case SPIN_CAS:
    put_memory(code, s, I_CAS, SCRATCH, s->var, s->imm, s->imm2);
    break;
  case SPIN_TRYLOCK:
  case SPIN_SEMAPHORE:
    put_r(code, s, I_STATEMENT, SCRATCH, 0);
    break;
  default:
    put_memory(code, s, I_LOAD, SCRATCH, s->var, 0, 0);
  }
}

static void lower_loop(struct thread_code *code, const struct statement *s) {
  put_r(code, s, I_SET, s->r, 0);
  const unsigned begin = code->n;
  put_attempt(code, s);
  const unsigned success = s->kind == SPIN ? s->imm : s->kind == SPIN_EXCHANGE ? 0 : 1;
  struct instruction *leave[2] = {
      put_r(code, s, I_IFNOT, SCRATCH, s->kind == SPIN_TWO ? s->imm : success)};
  struct instruction *on = NULL;
  if (s->kind == SPIN && s->either) /* while (var == imm) */
    leave[0]->kind = I_IF;
  if (s->kind == SPIN_TWO) {
    if (s->either) /* while (a != x || b != y): stays at once */
      leave[0]->kind = I_IF, on = leave[0], leave[0] = NULL;
    put_memory(code, s, I_LOAD, SCRATCH, s->var2, 0, 0);
    leave[1] = put_r(code, s, I_IFNOT, SCRATCH, s->imm2);
  }
  if (on)
    on->target = (uint8_t)code->n;
  put_update(code, s);
  put(code, s, I_JUMP)->target = (uint8_t)begin;
  for (unsigned i = 0; i < 2; i++)
    if (leave[i])
      leave[i]->target = (uint8_t)code->n;
  put_r(code, s, I_SET, SCRATCH, 0); /* what was seen last is of no use any more */
}

/* for (r = 0; r < 2 && var != imm; r++); */
static void lower_retry(struct thread_code *code, const struct statement *s) {
  struct instruction *leave[2];
  put_r(code, s, I_SET, s->r, 0);
  for (unsigned i = 0; i < 2; i++) {
    put_memory(code, s, I_LOAD, SCRATCH, s->var, 0, 0);
    leave[i] = put_r(code, s, s->either ? I_IF : I_IFNOT, SCRATCH, s->imm);
    put_r(code, s, I_SET, s->r, i + 1);
  }
  for (unsigned i = 0; i < 2; i++)
    leave[i]->target = (uint8_t)code->n;
  put_r(code, s, I_SET, SCRATCH, 0);
}

static void lower_statement(struct lowered *to, struct thread_code *code,
                            const struct statement *s) {
  switch (s->kind) {
  case RETRY_LOOP:
    retry_lower(to, code, s);
    break;
  case LOAD:
    put_memory(code, s, I_LOAD, s->r, s->var, 0, 0);
    break;
  case STORE:
    put_memory(code, s, I_STORE, s->r, s->var, s->imm, 0);
    break;
  case ADD:
    put_memory(code, s, I_ADD, s->r, s->var, s->imm, 0);
    break;
  case EXCHANGE:
    put_memory(code, s, I_EXCHANGE, s->r, s->var, s->imm, 0);
    break;
  case CAS:
    put_memory(code, s, I_CAS, s->r, s->var, s->imm, s->imm2);
    break;
  case FENCE:
    put(code, s, I_FENCE);
    break;
  case SPIN:
  case SPIN_TWO:
  case SPIN_EXCHANGE:
  case SPIN_CAS:
  case SPIN_TRYLOCK:
  case SPIN_SEMAPHORE:
    lower_loop(code, s);
    break;
  case RETRY:
    lower_retry(code, s);
    break;
  case COND_WAIT:
  case COND_TIMEDWAIT:
    put_r(code, s, I_STATEMENT, s->r, 0);
    put_r(code, s, I_WOKEN, s->r, 0);
    put_r(code, s, I_STATEMENT, 0xff, 0); /* locks the mutex again */
    break;
  case WAIT:
    if (lowered_tells_arrivals(to))
      put(code, s, I_ARRIVE);
    put_r(code, s, I_STATEMENT, s->r, s->imm);
    break;
  case BARRIER:
    put(code, s, I_STATEMENT);
    put_r(code, s, I_LEAVE, s->r, 0);
    break;
  case ASSERT:
    put_r(code, s, I_ASSERT, s->r, s->imm);
    break;
  case ASSUME:
    put_r(code, s, I_ASSUME, s->r, s->imm);
    break;
  case TSD_SET:
    put_r(code, s, I_SET, TSD, s->imm);
    break;
  case TSD_GET:
    put_r(code, s, I_MOVE, s->r, 0)->r2 = TSD;
    break;
  case TLS_SET:
    put_r(code, s, I_SET, TLS, s->imm);
    break;
  case TLS_GET:
    put_r(code, s, I_MOVE, s->r, 0)->r2 = TLS;
    break;
  case YIELD:
    break;
  case EXIT:
  case EXIT_NOW:
    put_r(code, s, I_EXIT, 0, s->imm);
    break;
  case CREATE:
    put_r(code, s, I_CREATE, 0, s->var);
    break;
  case JOIN:
    put_r(code, s, I_JOIN, 0, s->var);
    break;
  default:
    put_r(code, s, I_STATEMENT, s->r, s->imm);
  }
}

/* Thread-specific data that is left is added to a variable by its destructor. */
static void lower_end(struct thread_code *code, const struct program *p, unsigned thread) {
  static const struct statement destructor = {.kind = ADD, .order = SEQ_CST};
  if (thread && program_uses(p, TSD_SET, TSD_SET)) {
    struct instruction *const none = put_r(code, &destructor, I_IFNOT, TSD, 0);
    put_memory(code, &destructor, I_ADD, SCRATCH, p->destructor_var, 1, 0);
    none->target = (uint8_t)code->n;
  }
  if (thread && program_uses(p, KILL, ARM))
    put(code, NULL, I_LOOK);
  put_r(code, NULL, thread ? I_END : I_EXIT, 0, p->returns);
}

static void lower_handler(struct thread_code *code, const struct program *p, unsigned thread) {
  static const struct statement handler = {.kind = ADD, .order = SEQ_CST},
                                store = {.kind = STORE, .order = SEQ_CST, .from_register = true};
  code->handler = code->n;
  if (p->handler == HANDLER_ADDS) {
    put_memory(code, &handler, I_ADD, HANDLER, p->handler_var, 1, 0);
  } else {
    if (p->handler == HANDLER_COPIES)
      put_memory(code, &handler, I_LOAD, HANDLER, p->handler_var2, 0, 0);
    const unsigned stored = p->handler == HANDLER_NOTES    ? 1 + thread
                            : p->handler == HANDLER_STORES ? 2
                                                           : 0;
    put_memory(code, &store, I_STORE, HANDLER, p->handler_var, stored, 0);
  }
  put(code, NULL, I_HANDLED);
}

void lower(struct lowered *to, const struct program *p) {
  memset(to, 0, sizeof *to);
  to->p = p;
  for (unsigned t = 0; t < p->threads; t++) {
    struct thread_code *const code = &to->code[t];
    for (unsigned i = 0; i < p->code[t].n; i++) {
      const struct statement *const s = &p->code[t].at[i];
      struct instruction *const guard =
          s->guarded ? put_r(code, s, I_IF, s->guard, s->guard_imm) : NULL;
      lower_statement(to, code, s);
      if (guard)
        guard->target = (uint8_t)code->n;
    }
    lower_end(code, p, t);
    if (program_uses(p, KILL, ARM))
      lower_handler(code, p, t);
  }
}
