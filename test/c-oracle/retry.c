#include "retry.h"

#include <stdlib.h>
#include <string.h>

/*
 * A shape is what comes before the loop, what is repeated, which of l and k is the result, and what
 * comes after the loop. The letters mean, v and w being the two variables, n a private node, r the
 * state that is updated:
 *
 *   l, k     l = v, k = w
 *   j        t = (v == l)
 *   c, C     t = compare-and-swap of v from l to l + imm; C: l is what was found
 *   q        t = compare-and-swap of w from k to k + imm
 *   h        if k != l: compare-and-swap of v from l to l + imm, and begin again
 *   d, D     compare-and-swap of v from l to l + imm; k = whether that succeeds
 *   i        begin again if not t
 *   x        l = exchange(v, imm)
 *   s, a, A  l = fetch_sub(v, imm); fetch_add(v, imm); k = fetch_add(v, imm)
 *   p, P     v = l, w = l
 *   W        w = k + 1
 *   n, N     n = l, k = n
 *   m, u, y  lock and unlock the first mutex; t = trylock of the second
 *   M, w, U  lock the read-write lock to read, to write; unlock it
 *   S, V     wait for and post to the first semaphore
 *   g        l = the plain variable
 *   z, e, +  leave if l is 0, imm2, positive (of three bits with a sign)
 *   t        leave if t
 *   L        leave
 *   o        begin again if l is odd
 *   Z, E, *  wait until v is 0, imm2, positive
 */
static const struct shape {
  const char *before, *body;
  char result;
  const char *after;
} shapes[] = {
    {"", "lct", 'l', ""},
    {"l", "Ct", 'l', ""},
    {"l", "tCt", 'l', ""},
    {"", "xzZ", 'l', ""},
    {"", "Zxz", 'l', ""},
    {"", "s+a", 'l', ""},
    {"", "s+a*", 'l', ""},
    {"", "s+A", 'l', ""},
    {"", "sea", 'l', ""},
    {"", "sae", 'l', ""},
    {"", "saE", 'l', ""},
    {"", "lkjt", 'k', ""},
    {"", "lokjt", 'k', ""},
    {"", "lnct", 'l', ""},
    {"", "Nlnct", 'k', ""},
    {"", "xpe", 'l', ""},
    {"", "klct", 'l', ""},
    {"", "lctk", 'l', ""},
    {"", "lPct", 'l', ""},
    {"l", "kCt", 'l', ""},
    {"", "xepk", 'l', ""},
    {"", "s+akz", 'l', ""},
    {"", "mlue", 'l', ""},
    {"", "mytu", 'l', ""},
    {"", "mleu", 'l', ""},
    {"s", "+as", 'l', ""},
    {"s", "+a*s", 'l', ""},
    {"", "lctZ", 'l', ""},
    {"", "kct", 'k', ""},
    {"", "ls+a", 'k', ""},
    {"", "mgue", 'l', ""},
    {"", "mgeu", 'l', ""},
    {"m", "geum", 'l', ""},
    {"", "mguke", 'l', ""},
    {"", "MgUe", 'l', ""},
    {"", "MgeU", 'l', ""},
    {"", "wgUe", 'l', ""},
    {"M", "geUM", 'l', ""},
    {"", "MgUke", 'l', ""},
    {"", "SgVe", 'l', ""},
    {"", "SgeV", 'l', ""},
    {"S", "geVS", 'l', ""},
    {"", "MlUe", 'l', ""},
    {"", "SlVe", 'l', ""},
    {"l", "zCt", 'l', ""},
    {"l", "kzCt", 'l', ""},
    {"l", "eCtk", 'l', ""},
    {"ln", "Cnt", 'l', ""},
    {"ln", "CntN", 'k', ""},
    {"kl", "Ct", 'k', ""},
    /* A queue with two counters: w is how many were put in, v what the tail has come to. */
    {"", "lkhqt", 'k', "d"},
    {"", "lkhqt", 'l', "d"},
    {"", "lkjihqt", 'k', "d"},
    {"", "lkhqt", 'k', "D"},
    {"", "lkhqt", 'k', "dp"},
    {"", "lkhqt", 'k', "dk"},
    {"", "lkhe", 'k', ""},
    {"", "lkhqt", 'k', ""},
    /* Attempts, which are locks if nobody else touches v. */
    {"", "s+a", 'k', "kWa"},
    {"", "s+a*", 'k', "kWa"},
    {"s", "+as", 'k', "kWa"},
    {"s", "+a*s", 'k', "kWa"},
    {"", "sea", 'k', "kWa"},
    {"", "seaE", 'k', "kWa"},
    {"s", "eaEs", 'k', "kWa"},
    {"", "sza", 'k', "kWa"},
    {"", "szaZ", 'k', "kWa"},
    {"", "s+a*", 'k', "a"},
    {"", "seaE", 'k', "a"},
    {"", "s+a*", 'k', "k"},
    {"", "s+a*", 'l', "kWa"},
    {"", "s+aE", 'k', "kWa"},
    {"", "sea*", 'k', "kWa"},
    {"", "s+A*", 'k', "a"},
    {"", "s+aL", 'l', ""},
    {"", "seaL", 'k', "ka"},
};
enum { SHAPES = sizeof shapes / sizeof *shapes, ATTEMPTS = 18 };

unsigned retry_shapes(void) {
  return SHAPES - ATTEMPTS;
}

bool retry_attempts(unsigned shape) {
  return shape >= SHAPES - ATTEMPTS;
}

unsigned retry_attempt(unsigned number) {
  return SHAPES - ATTEMPTS + number % ATTEMPTS;
}

static bool has(unsigned shape, const char *letters) {
  return strpbrk(shapes[shape].body, letters);
}

unsigned retry_needs(unsigned shape) {
  return (has(shape, "m") ? FEATURE_LOCKS : 0u) | (has(shape, "Mw") ? FEATURE_RWLOCKS : 0u) |
         (has(shape, "S") ? FEATURE_SEMAPHORES : 0u);
}

bool retry_helps(unsigned shape) {
  return has(shape, "h");
}

bool retry_looks_at_plain(unsigned shape) {
  return has(shape, "g");
}

struct retry_guard retry_guard(unsigned shape) {
  if (has(shape, "Mw"))
    return (struct retry_guard){WRLOCK, RWUNLOCK};
  if (has(shape, "S"))
    return (struct retry_guard){WAIT, POST};
  return (struct retry_guard){LOCK, UNLOCK};
}

unsigned retry_leaves_locked(unsigned shape) {
  if (!has(shape, "mMwS"))
    return 0;
  const char *const body = shapes[shape].body, *const leaves = strpbrk(body, "te");
  return (has(shape, "y") ? 2u : 0u) | (leaves < strpbrk(body, "uUV") ? 1u : 0u);
}

struct statement retry_waits_for(const struct statement *s) {
  struct statement store = {.kind = STORE, .var = s->var, .imm = s->imm2, .order = SEQ_CST};
  const char *const body = shapes[s->shape].body;
  if (retry_looks_at_plain(s->shape))
    store.var = PLAIN_VAR, store.plain = true;
  if (strpbrk(body, "eE"))
    return store;
  store.imm = 0;
  if (strpbrk(body, "zZ"))
    return store;
  store.imm = (uint8_t)(s->imm + 1);
  if (strpbrk(body, "+*"))
    return store;
  return (struct statement){.kind = YIELD};
}

/* --- the abstract machine ------------------------------------------------------------------------
 */

enum { L = SCRATCH, K = SCRATCH + 1, T = SCRATCH + 2 };

struct lowering {
  struct lowered *to;
  struct thread_code *code;
  const struct statement *s;
  unsigned begin, leaving;
  struct instruction *leave[8];
};

static struct instruction *put(struct lowering *in, unsigned kind, unsigned r, unsigned r2,
                               unsigned imm) {
  if (in->code->n == MAX_CODE)
    abort();
  struct instruction *const i = &in->code->at[in->code->n++];
  *i = (struct instruction){.kind = (uint8_t)kind,
                            .r = (uint8_t)r,
                            .r2 = (uint8_t)r2,
                            .imm = (uint8_t)imm,
                            .var = in->s->var,
                            .of = in->s};
  return i;
}

/* An instruction that is what a statement of its own would be. */
static void put_part(struct lowering *in, unsigned kind, unsigned r, struct statement part) {
  if (in->to->n_parts == MAX_PARTS)
    abort();
  struct statement *const of = &in->to->parts[in->to->n_parts++];
  *of = part;
  of->id = in->s->id;
  of->order = in->s->order;
  struct instruction *const i = put(in, kind, r, 0, part.imm);
  i->var = part.var;
  i->of = of;
}

static void put_leave(struct lowering *in, unsigned r, unsigned imm) {
  in->leave[in->leaving++] = put(in, I_IFNOT, r, 0, imm);
}

/* while (v != imm); */
static void put_wait(struct lowering *in, char letter) {
  const unsigned begin = in->code->n;
  put(in, I_LOAD, L, 0, 0);
  if (letter == '*')
    put(in, I_POSITIVE, T, L, 0);
  struct instruction *const again =
      letter == '*' ? put(in, I_IF, T, 0, 1) : put(in, I_IF, L, 0, letter == 'Z' ? 0 : in->s->imm2);
  again->target = (uint8_t)begin;
}

static void put_letter(struct lowering *in, char letter) {
  const struct statement *const s = in->s;
  switch (letter) {
  case 'l':
    put(in, I_LOAD, L, 0, 0);
    break;
  case 'k':
    put(in, I_LOAD, K, 0, 0)->var = s->var2;
    break;
  case 'j':
    put(in, I_LOAD, T, 0, 0);
    put(in, I_SAME, T, L, 0);
    break;
  case 'c':
  case 'C':
    put(in, I_CAS_FROM, T, L, s->imm)->imm2 = letter == 'C';
    break;
  case 'q':
    put(in, I_CAS_FROM, T, K, s->imm)->var = s->var2;
    break;
  case 'h': {
    put(in, I_MOVE, T, K, 0);
    put(in, I_SAME, T, L, 0);
    struct instruction *const on = put(in, I_IFNOT, T, 0, 1);
    put(in, I_CAS_FROM, T, L, s->imm);
    put(in, I_JUMP, 0, 0, 0)->target = (uint8_t)in->begin;
    on->target = (uint8_t)in->code->n;
    break;
  }
  case 'd':
  case 'D':
    put(in, I_CAS_FROM, letter == 'D' ? K : T, L, s->imm);
    break;
  case 'i':
    put(in, I_IFNOT, T, 0, 0)->target = (uint8_t)in->begin;
    break;
  case 'x':
    put(in, I_EXCHANGE, L, 0, s->imm);
    break;
  case 's':
    put(in, I_ADD, L, 0, 0u - s->imm);
    break;
  case 'a':
  case 'A':
    put(in, I_ADD, letter == 'A' ? K : T, 0, s->imm);
    break;
  case 'p':
  case 'P':
    put_part(in, I_STORE, L,
             (struct statement){
                 .kind = STORE, .var = letter == 'p' ? s->var : s->var2, .from_register = true});
    break;
  case 'W':
    put_part(in, I_STORE, K,
             (struct statement){.kind = STORE, .var = s->var2, .imm = 1, .from_register = true});
    break;
  case 'L':
    put(in, I_SET, T, 0, 1);
    put_leave(in, T, 1);
    break;
  case 'n':
    put(in, I_MOVE, NODE, L, 0);
    break;
  case 'N':
    put(in, I_MOVE, K, NODE, 0);
    break;
  case 'm':
    put_part(in, I_STATEMENT, T, (struct statement){.kind = LOCK});
    break;
  case 'u':
    put_part(in, I_STATEMENT, T, (struct statement){.kind = UNLOCK});
    break;
  case 'M':
  case 'w':
    put_part(in, I_STATEMENT, T, (struct statement){.kind = letter == 'M' ? RDLOCK : WRLOCK});
    break;
  case 'U':
    put_part(in, I_STATEMENT, T, (struct statement){.kind = RWUNLOCK});
    break;
  case 'S':
    if (lowered_tells_arrivals(in->to))
      put_part(in, I_ARRIVE, T, (struct statement){.kind = WAIT});
    put_part(in, I_STATEMENT, T, (struct statement){.kind = WAIT});
    break;
  case 'V':
    put_part(in, I_STATEMENT, T, (struct statement){.kind = POST});
    break;
  case 'y':
    put_part(in, I_STATEMENT, T, (struct statement){.kind = TRYLOCK, .var = 1});
    break;
  case 'g':
    put_part(in, I_LOAD, L, (struct statement){.kind = LOAD, .var = PLAIN_VAR, .plain = true});
    break;
  case 'z':
    put_leave(in, L, 0);
    break;
  case 'e':
    put_leave(in, L, s->imm2);
    break;
  case '+':
    put(in, I_POSITIVE, T, L, 0);
    put_leave(in, T, 1);
    break;
  case 't':
    put_leave(in, T, 1);
    break;
  case 'o':
    put(in, I_ODD, T, L, 0);
    put(in, I_IFNOT, T, 0, 1)->target = (uint8_t)in->begin;
    break;
  default:
    put_wait(in, letter);
  }
}

static void put_update(struct lowering *in) {
  const struct statement *const s = in->s;
  if (s->update == UPDATE_FLAG)
    put(in, I_SET, s->r, 0, 1);
  else if (s->update == UPDATE_COUNT)
    put(in, I_COUNT, s->r, 0, 0);
  else if (s->update == UPDATE_TOGGLE)
    put(in, I_TOGGLE, s->r, 0, 0);
  else if (s->update == UPDATE_LAST)
    put(in, I_MOVE, s->r, L, 0);
}

static bool result_is_seen(const struct statement *s) {
  return s->update == UPDATE_NONE || s->update == UPDATE_YIELD;
}

void retry_lower(struct lowered *to, struct thread_code *code, const struct statement *s) {
  struct lowering in = {.to = to, .code = code, .s = s};
  const struct shape *const shape = &shapes[s->shape];
  put(&in, I_SET, s->r, 0, 0);
  for (const char *at = shape->before; *at; at++)
    put_letter(&in, *at);
  in.begin = code->n;
  for (const char *at = shape->body; *at; at++)
    put_letter(&in, *at);
  put_update(&in);
  put(&in, I_JUMP, 0, 0, 0)->target = (uint8_t)in.begin;
  for (unsigned i = 0; i < in.leaving; i++)
    in.leave[i]->target = (uint8_t)code->n;
  for (const char *at = shape->after; *at; at++)
    put_letter(&in, *at);
  if (result_is_seen(s))
    put(&in, I_MOVE, s->r, shape->result == 'l' ? L : K, 0);
  for (unsigned r = L; r <= T; r++) /* what they hold is of no use any more */
    put(&in, I_SET, r, 0, 0);
}

/* --- C -------------------------------------------------------------------------------------------
 */

/* $ stands for the program, v and w in braces for the variables, # and % for imm and imm2, ! for
 * the bits of v, | for those of w, @ for the thread; ~, ` and ^ for the memory orders of loads,
 * stores and updates.
 */
#define GET(v) "atomic_load_explicit(&{" #v "}, memory_order_~) & 7"
static const char *const letters[128] = {
    ['l'] = "l = " GET(v) "; ",
    ['k'] = "k = " GET(w) "; ",
    ['j'] = "t = (" GET(v) ") == l; ",
    ['c'] = "t = CAS(?, !, &{v}, l, (l + #) & 7, memory_order_^, memory_order_~); ",
    ['C'] = "{ uint!_t e = l; t = atomic_compare_exchange_?_explicit(&{v}, &e, (l + #) & 7, "
            "memory_order_^, memory_order_~); l = e & 7; } ",
    ['q'] = "t = CAS(?, |, &{w}, k, (k + #) & 7, memory_order_^, memory_order_~); ",
    ['h'] =
        "if (k != l) { CAS(?, !, &{v}, l, (l + #) & 7, memory_order_^, memory_order_~); AGAIN; } ",
    ['d'] = "CAS(?, !, &{v}, l, (l + #) & 7, memory_order_^, memory_order_~); ",
    ['D'] = "k = CAS(?, !, &{v}, l, (l + #) & 7, memory_order_^, memory_order_~); ",
    ['i'] = "if (t == 0) AGAIN; ",
    ['x'] = "l = atomic_exchange_explicit(&{v}, #, memory_order_^) & 7; ",
    ['s'] = "l = atomic_fetch_sub_explicit(&{v}, #, memory_order_^) & 7; ",
    ['a'] = "atomic_fetch_add_explicit(&{v}, #, memory_order_^); ",
    ['A'] = "k = atomic_fetch_add_explicit(&{v}, #, memory_order_^) & 7; ",
    ['p'] = "atomic_store_explicit(&{v}, l, memory_order_`); ",
    ['P'] = "atomic_store_explicit(&{w}, l, memory_order_`); ",
    ['W'] = "atomic_store_explicit(&{w}, (k + 1) & 7, memory_order_`); ",
    ['L'] = "LEAVE; ",
    ['n'] = "*p$_node[@] = l; ",
    ['N'] = "k = *p$_node[@]; ",
    ['m'] = "pthread_mutex_lock(&p$_m0); ",
    ['u'] = "pthread_mutex_unlock(&p$_m0); ",
    ['M'] = "pthread_rwlock_rdlock(&p$_w); ",
    ['w'] = "pthread_rwlock_wrlock(&p$_w); ",
    ['U'] = "pthread_rwlock_unlock(&p$_w); ",
    ['S'] = "sem_wait(&p$_s0); ",
    ['V'] = "sem_post(&p$_s0); ",
    ['y'] = "t = pthread_mutex_trylock(&p$_m1) == 0; ",
    ['g'] = "l = p$_v5 & 7; ",
    ['z'] = "if (l == 0) LEAVE; ",
    ['e'] = "if (l == %) LEAVE; ",
    ['+'] = "if (POSITIVE(l)) LEAVE; ",
    ['t'] = "if (t) LEAVE; ",
    ['o'] = "if (l & 1) AGAIN; ",
    ['Z'] = "while ((l = " GET(v) ") != 0) ; ",
    ['E'] = "while ((l = " GET(v) ") != %) ; ",
    ['*'] = "while (l = " GET(v) ", !POSITIVE(l)) ; ",
};

static void emit_variable(FILE *to, unsigned k, const struct statement *s, unsigned var) {
  fprintf(to, s->way == WAY_POINTER && var < LOCK_VAR ? "(*p%u_q%u)" : "p%u_v%u", k, var);
}

static void emit_letter(FILE *to, const char *text, const struct program *p, unsigned k,
                        const struct statement *s) {
  static const char *const updates[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
  static const char *const loads[] = {"relaxed", "acquire", "relaxed", "acquire", "seq_cst"};
  static const char *const stores[] = {"relaxed", "relaxed", "release", "release", "seq_cst"};
  for (const char *at = text; *at; at++)
    if (*at == '$')
      fprintf(to, "%u", k);
    else if (*at == '#')
      fprintf(to, "%u", s->imm);
    else if (*at == '%')
      fprintf(to, "%u", s->imm2);
    else if (*at == '@')
      fprintf(to, "%u", (s->id - 1u) / MAX_STATEMENTS);
    else if (*at == '?')
      fprintf(to, "%s", s->weak ? "weak" : "strong");
    else if (*at == '!' && at[1] != '=' && at[1] != 'P')
      fprintf(to, "%u", 8u * p->size[s->var]);
    else if (*at == '|')
      fprintf(to, "%u", 8u * p->size[s->var2]);
    else if (*at == '~' || *at == '`' || *at == '^')
      fprintf(to, "%s", (*at == '~' ? loads : *at == '`' ? stores : updates)[s->order]);
    else if (at[0] == '{' && at[2] == '}')
      emit_variable(to, k, s, at[1] == 'v' ? s->var : s->var2), at += 2;
    else
      fputc(*at, to);
}

static void emit_letters(FILE *to, const char *text, const struct program *p, unsigned k,
                         const struct statement *s) {
  for (; *text; text++)
    emit_letter(to, letters[(unsigned char)*text], p, k, s);
}

static void emit_update(FILE *to, const struct statement *s) {
  static const char *const updates[UPDATES] = {[UPDATE_FLAG] = "r = 1; ",
                                               [UPDATE_COUNT] = "if (r < 2) r++; ",
                                               [UPDATE_TOGGLE] = "r ^= 1; ",
                                               [UPDATE_LAST] = "r = l; ",
                                               [UPDATE_YIELD] = "sched_yield(); "};
  if (updates[s->update])
    fputs(updates[s->update], to);
}

/* One round of the loop as a function of its own. */
void retry_emit_function(FILE *to, const struct program *p, unsigned k, const struct statement *s) {
  if (s->kind != RETRY_LOOP || s->way != WAY_FUNCTION)
    return;
  fprintf(to, "#undef LEAVE\n#define LEAVE { *lp = l; *kp = k; *rp = r; return 1; }\n");
  fprintf(to, "#undef AGAIN\n#define AGAIN { *lp = l; *kp = k; *rp = r; return 0; }\n");
  fprintf(to, "#line %u\n", 1000 * (k + 1) + s->id);
  fprintf(to, "FUNCTION p%u_round%u(unsigned *lp, unsigned *kp, unsigned *rp) { ", k, s->id);
  fprintf(to, "unsigned l = *lp, k = *kp, r = *rp, t = 0; (void)t; ");
  emit_letters(to, shapes[s->shape].body, p, k, s);
  emit_update(to, s);
  fprintf(to, "AGAIN }\n#undef LEAVE\n#define LEAVE break\n#undef AGAIN\n#define AGAIN continue\n");
}

void retry_emit(FILE *to, const struct program *p, unsigned k, const struct statement *s) {
  const struct shape *const shape = &shapes[s->shape];
  fprintf(to, "{ unsigned l = 0, k = 0, t = 0, r = 0; (void)k; (void)t; ");
  emit_letters(to, shape->before, p, k, s);
  if (s->way == WAY_FUNCTION) {
    fprintf(to, "while (!p%u_round%u(&l, &k, &r)) ; ", k, s->id);
  } else {
    fprintf(to, "for (;;) { ");
    emit_letters(to, shape->body, p, k, s);
    emit_update(to, s);
    fprintf(to, "} ");
  }
  emit_letters(to, shape->after, p, k, s);
  fprintf(to, "r%u = %c; (void)r; }", s->r, result_is_seen(s) ? shape->result : 'r');
}
