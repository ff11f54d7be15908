/* Programs: what their threads do, how they are made, printed and written as C. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "system.h"
#include "weak.h"

const struct line *line_of(const struct listing *p, unsigned t, struct cursor *c) {
  while (c->pc < p->n[t] && p->code[t][c->pc].kind == IF_EQUAL) {
    const struct line *const l = &p->code[t][c->pc];
    c->pc += 1 + (c->r[l->reg] != l->value);
  }
  return c->pc < p->n[t] ? &p->code[t][c->pc] : NULL;
}

struct act next_act(const struct listing *p, unsigned t, struct cursor *c) {
  const struct line *const l = line_of(p, t, c);
  if (!l)
    return (struct act){0};
  struct act act = {.any = true, .location = l->location, .order = l->order};
  act.lock = l->kind == TAKE && !c->middle;
  act.fence = l->kind == FENCE;
  act.exclusive = c->middle;
  act.write = l->kind == STORE || l->kind == GIVE || c->middle;
  act.value = l->kind == UPDATE ? c->r[l->reg] + l->value
              : l->kind == TAKE ? 1
              : l->kind == GIVE ? 0
                                : l->value + (l->kind == STORE && l->from ? c->r[l->from - 1] : 0);
  act.full = l->kind == UPDATE || l->kind == EXCHANGE_IF || l->kind == TAKE || l->kind == GIVE ||
             (l->kind != FENCE && l->location == ORDERED) ||
             ((l->kind == STORE || l->kind == FENCE) && l->order == SC);
  return act;
}

uint8_t did(const struct listing *p, unsigned t, struct cursor *c, uint64_t read) {
  const struct line *const l = &p->code[t][c->pc];
  uint8_t order = l->order;
  if (l->kind == LOAD || ((l->kind == UPDATE || l->kind == EXCHANGE_IF) && !c->middle))
    c->r[l->reg] = read;
  if (l->kind == EXCHANGE_IF && !c->middle && read != l->expected) {
    order = l->failure;
    c->pc++;
  } else if ((l->kind == UPDATE || l->kind == EXCHANGE_IF || l->kind == TAKE) && !c->middle)
    c->middle = true;
  else {
    c->middle = false;
    c->pc++;
  }
  return order;
}

/* --- programs ------------------------------------------------------------------------------------
 */

static unsigned upto(uint64_t *random, unsigned n) {
  return (unsigned)(program_random(random) % n);
}

/* What programs are of: 0 and 3 have no seq_cst accesses, 3 many fences; 1 and 2 mix everything. 4
 * is relaxed accesses and fences of seq_cst, from one object to another in each thread. 5 is
 * generate_cycle(). */
static uint8_t order_for(uint64_t *random, unsigned kind, unsigned flavour) {
  static const uint8_t loads[] = {RLX, ACQ, SC}, stores[] = {RLX, REL, SC},
                       both[] = {RLX, ACQ, REL, ACQ_REL, SC}, fences[] = {ACQ, REL, ACQ_REL, SC};
  const bool sc = flavour == 1 ? upto(random, 2) : flavour == 2 ? upto(random, 5) : 0;
  if (sc || (flavour == 4 && kind == FENCE && upto(random, 4)))
    return SC;
  if (flavour == 4 && kind != FENCE && upto(random, 3))
    return RLX;
  const unsigned weaker = flavour == 0 || flavour >= 3;
  switch (kind) {
  case LOAD:
    return loads[upto(random, 3 - weaker)];
  case STORE:
    return stores[upto(random, 3 - weaker)];
  case FENCE:
    return fences[upto(random, 4 - (flavour == 0))];
  default:
    return both[upto(random, 5 - weaker)];
  }
}

static void put(struct listing *p, unsigned t, unsigned kind, unsigned location, unsigned order) {
  const unsigned n = p->n[t]++;
  p->code[t][n] = (struct line){.kind = (uint8_t)kind,
                                .location = (uint8_t)location,
                                .order = (uint8_t)order,
                                .value = (uint8_t)(1 + t % 2),
                                .reg = (uint8_t)n};
}

/* Each thread goes from one object to the next, and the last one back to the first: the shape of
 * the litmus tests. Two threads meet in each object by what is seq_cst, by a release and an
 * acquire, or in any way. */
static void generate_cycle(struct listing *p, uint64_t *random) {
  const unsigned n = 2 + upto(random, 2);
  unsigned kinds[2][3], orders[2][3]; /* of who comes to the object, and of who leaves from there */
  p->threads = n;
  for (unsigned i = 0; i < n; i++) {
    const unsigned way = upto(random, 5);
    for (unsigned k = 0; k < 2; k++) {
      kinds[k][i] = way >= 3 ? (k ? LOAD : STORE) : upto(random, 9) == 0 ? UPDATE : upto(random, 2);
      orders[k][i] = way < 2 ? SC : way >= 3 ? (k ? ACQ : REL) : order_for(random, kinds[k][i], 1);
    }
  }
  for (unsigned t = 0; t < n; t++) {
    const unsigned before = (t + n - 1) % n;
    put(p, t, kinds[1][before], before, orders[1][before]);
    if (upto(random, 6) == 0)
      put(p, t, FENCE, 0, order_for(random, FENCE, 3));
    put(p, t, kinds[0][t], t, orders[0][t]);
  }
  if (upto(random, 3) == 0) /* and something more */
    put(p, upto(random, n), upto(random, 2), upto(random, n), RLX);
}

void weak_generate(struct listing *p, uint64_t seed, unsigned flavour) {
  uint64_t random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  memset(p, 0, sizeof *p);
  for (unsigned i = 0; i < 4; i++)
    program_random(&random);
  if (flavour == 5) {
    generate_cycle(p, &random);
    return;
  }
  p->threads = 2 + (upto(&random, 3) > 0) + (upto(&random, 5) == 0);
  const unsigned most = p->threads == 2 ? 5 : p->threads == 3 || flavour == 4 ? 3 : 2;
  const bool locks = upto(&random, 4) == 0, plain = flavour == 4;
  const unsigned fences = flavour == 3 || flavour == 4 ? 30 : 12;
  const unsigned locations = seed / FLAVOURS % 3 == 2 ? ORDERED + 1 : 2;
  const unsigned updates = plain ? 4 : 13;
  for (unsigned t = 0; t < p->threads; t++) {
    unsigned lines = plain ? most - upto(&random, 2) : 1 + upto(&random, most), regs = 0;
    bool held = false;
    for (unsigned i = 0; i < lines && p->n[t] + 2 < CODE; i++) {
      struct line *const l = &p->code[t][p->n[t]++];
      const unsigned what = upto(&random, 100);
      l->location = (uint8_t)upto(&random, locations);
      l->value = (uint8_t)(1 + upto(&random, 2));
      l->expected = (uint8_t)upto(&random, 2);
      l->reg = (uint8_t)i;
      l->kind = what < fences                  ? FENCE
                : what < fences + 32           ? LOAD
                : what < fences + 62           ? STORE
                : what < fences + 62 + updates ? UPDATE
                : what < fences + 71 + updates ? EXCHANGE_IF
                : regs && upto(&random, 2)     ? IF_EQUAL
                : plain                        ? LOAD
                                               : STORE;
      if (plain && i) { /* a cycle goes from one object to another in each thread */
        l->location = (uint8_t)((l[-1].location + (upto(&random, 5) > 0)) % locations);
        if (l[-1].kind != FENCE && upto(&random, 4)) {
          l->kind = FENCE;
          l->location = l[-1].location;
        }
      }
      const bool maybe = p->n[t] > 1 && l[-1].kind == IF_EQUAL;
      if (locks && !maybe && upto(&random, 3) == 0) {
        l->kind = held ? GIVE : TAKE;
        held = !held;
      }
      if (l->kind == IF_EQUAL) {
        l->reg = (uint8_t)(i - 1);
        l->value = (uint8_t)upto(&random, 2);
        lines++;
        continue;
      }
      l->order = order_for(&random, l->kind, flavour);
      l->failure = order_for(&random, LOAD, flavour);
      if (l->kind == STORE && regs && upto(&random, 3) == 0)
        l->from = (uint8_t)(1 + upto(&random, i));
      if (l->kind == TAKE || l->kind == GIVE) {
        l->location = MUTEX;
        l->order = l->kind == TAKE ? ACQ : REL;
      }
      regs += l->kind == LOAD || l->kind == UPDATE || l->kind == EXCHANGE_IF;
    }
    if (held && upto(&random, 4)) {
      struct line *const l = &p->code[t][p->n[t]++];
      *l = (struct line){.kind = GIVE, .location = MUTEX, .order = REL};
    }
  }
}

void weak_print(const struct listing *p) {
  static const char *const kinds[] = {"load",  "store", "add",  "cas",
                                      "fence", "if",    "lock", "unlock"};
  static const char *const orders[] = {"rlx", "consume", "acq", "rel", "acq_rel", "sc"};
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->n[t]; i++) {
      const struct line *const l = &p->code[t][i];
      printf("  T%u %s %c r%u value %u expected %u from %d %s/%s\n", t + 1, kinds[l->kind],
             "xyzm"[l->location], l -> reg, l -> value, l -> expected, l -> from - 1,
             orders[l->order], orders[l->failure]);
    }
}

/* --- as C ----------------------------------------------------------------------------------------
 */

/* With `plain`, relaxed loads and stores are plain accesses, which --races=interleave executes in
 * the same way under sc, tso and pso. */
static void emit_line(const struct line *l, bool plain) {
  static const char *const orders[] = {"memory_order_relaxed", "memory_order_consume",
                                       "memory_order_acquire", "memory_order_release",
                                       "memory_order_acq_rel", "memory_order_seq_cst"};
  const char *const order = orders[l->order];
  plain = plain && l->order == RLX;
  switch (l->kind) {
  case LOAD:
    if (plain) {
      printf("  r[%u] = *(uint64_t *)&v[%u];\n", l->reg, l->location);
      break;
    }
    printf("  r[%u] = atomic_load_explicit(&v[%u], %s);\n", l->reg, l->location, order);
    break;
  case STORE:
    printf(plain ? "  *(uint64_t *)&v[%u] = %u" : "  atomic_store_explicit(&v[%u], %u", l->location,
           l->value);
    if (l->from)
      printf(" + r[%u]", l->from - 1);
    if (plain)
      printf(";\n");
    else
      printf(", %s);\n", order);
    break;
  case UPDATE:
    printf("  r[%u] = atomic_fetch_add_explicit(&v[%u], %u, %s);\n", l->reg, l->location, l->value,
           order);
    break;
  case EXCHANGE_IF:
    printf(
        "  r[%u] = %u;\n  atomic_compare_exchange_strong_explicit(&v[%u], &r[%u], %u, %s, %s);\n",
        l->reg, l->expected, l->location, l->reg, l->value, order, orders[l->failure]);
    break;
  case FENCE:
    printf("  atomic_thread_fence(%s);\n", order);
    break;
  case IF_EQUAL:
    printf("  if (r[%u] == %u)\n", l->reg, l->value);
    break;
  default:
    printf("  pthread_mutex_%s(&m);\n", l->kind == TAKE ? "lock" : "unlock");
  }
}

static void emit_thread(const struct listing *p, uint64_t number, unsigned t, bool plain) {
  printf("static void *thread_%" PRIu64 "_%u(void *unused) {\n  uint64_t r[%u] = {0};\n", number, t,
         REGISTERS);
  for (unsigned i = 0; i < p->n[t]; i++) {
    const struct line *const l = &p->code[t][i];
    const bool maybe = i && p->code[t][i - 1].kind == IF_EQUAL;
    if (maybe)
      printf("  {\n");
    emit_line(l, plain);
    if (maybe)
      printf("  }\n");
    if (i + 1 == p->n[t] && l->kind == IF_EQUAL)
      printf("    ;\n");
  }
  printf("  for (int i = 0; i < %u; i++)\n    out[%u][i] = r[i];\n  return unused;\n}\n", REGISTERS,
         t);
}

void weak_emit_program(const struct listing *p, uint64_t number, bool plain) {
  for (unsigned t = 0; t < p->threads; t++)
    emit_thread(p, number, t, plain);
  printf("static uint64_t run_%" PRIu64 "(void) {\n  pthread_t t[%u];\n", number, p->threads);
  for (unsigned t = 0; t < p->threads; t++)
    printf("  pthread_create(&t[%u], NULL, thread_%" PRIu64 "_%u, NULL);\n", t, number, t);
  for (unsigned t = 0; t < p->threads; t++)
    printf("  pthread_join(t[%u], NULL);\n", t);
  printf("  static const unsigned ends[] = {");
  for (unsigned t = 0; t < p->threads; t++)
    printf("%u, ", p->n[t]);
  printf("};\n  return outcome(%u, ends);\n}\n", p->threads);
}

/* Each outcome that is possible is an error at a line of its own, and any other is one, too. */
void weak_emit_outcomes(const struct keys *outcomes, uint64_t number, const char *model) {
  printf("static void judge_%" PRIu64 "_%s(uint64_t h) {\n", number, model);
  for (size_t i = 0; i < outcomes->n; i++)
    printf("  if (h == UINT64_C(%" PRIu64 "))\n    assert(!\"outcome %zu\");\n  else ",
           outcomes->at[i], i);
  printf("  assert(!\"an impossible outcome\");\n}\n");
}

/* outcome(): what all threads have read, as weak_outcome() has it. */
void weak_emit_begin(void) {
  printf("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
         "#include <stdint.h>\n#include <string.h>\n"
         "static _Atomic uint64_t v[%u];\nstatic uint64_t out[%u][%u];\n"
         "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
         "static uint64_t mix(uint64_t h, uint64_t v) {\n"
         "  h = ((h + 0x1234567) * 31 + v + 1) * UINT64_C(0x9e3779b97f4a7c15);\n"
         "  return h ^ h >> 29;\n}\n"
         "static uint64_t outcome(unsigned threads, const unsigned *ends) {\n  uint64_t h = 7;\n"
         "  for (unsigned t = 0; t < threads; t++) {\n"
         "    for (int i = 0; i < %u; i++)\n      h = mix(h, out[t][i]);\n"
         "    h = mix(h, ends[t]);\n  }\n  return h;\n}\n",
         LOCATIONS, THREADS, REGISTERS, REGISTERS);
}

/* The program and the model are named by arguments: "17 c11". */
void weak_emit_main(const struct weak_case *cases, size_t n) {
  printf("int main(int argc, char **argv) {\n");
  /* What is accessed with two sizes is executed as under sc. */
  printf("  (void)__atomic_load_n((const uint32_t *)&v[%u], __ATOMIC_RELAXED);\n", ORDERED);
  for (size_t i = 0; i < n; i++)
    printf("  if (argc > 2 && !strcmp(argv[1], \"%" PRIu64 "\") && !strcmp(argv[2], \"%s\"))\n"
           "    judge_%" PRIu64 "_%s(run_%" PRIu64 "());\n",
           cases[i].number, cases[i].model, cases[i].number, cases[i].model, cases[i].number);
  printf("}\n");
}
