/*
 * A random small program as C source, with what Ravel must find in its first line. What all reads
 * have read, or what is left of that in the threads' registers, is its outcome; of each outcome
 * that is looked for there is an assertion that fails.
 *
 *   emit SEED FEATURES     exit status 3 when the program has too many interleavings
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "brute.h"

enum { MOST_INTERLEAVINGS = 20000, MOST_OUTCOMES = 40, MOST_PREEMPTIONS = 3 };

static void location(const struct program *p, unsigned v) {
  printf("AT(%u, %u)", 8u * p->var[v].size, p->var[v].offset);
}

static void loaded(const struct program *p, unsigned v) {
  printf("atomic_load(");
  location(p, v);
  printf(")");
}

static void memory_instruction(const struct program *p, const struct instruction *i) {
  switch (i->kind) {
  case READ:
    printf("r%u = ", i->r);
    loaded(p, i->var);
    if (i->with_register)
      printf(" <= %u", i->value + 1u);
    break;
  case WRITE:
    printf("atomic_store(");
    location(p, i->var);
    printf(", %u", i->value);
    if (i->with_register)
      printf(" + r%u", i->r);
    printf(")");
    break;
  case COMBINE:
    printf("atomic_fetch_add(");
    location(p, i->var);
    printf(", %u)", i->value);
    break;
  case ADD:
    printf("r%u = atomic_fetch_add(", i->r);
    location(p, i->var);
    printf(", %u)", i->value);
    break;
  default:
    printf("r%u = CAS(%u, ", i->r, 8u * p->var[i->var].size);
    location(p, i->var);
    printf(", %u, %u)", i->expected, i->value);
  }
}

static void await(const struct program *p, const struct instruction *i) {
  printf("ravel_await((");
  loaded(p, i->var);
  printf(" == %u)", i->value);
  if (i->form != AWAIT_ONE) {
    static const char *const operators[] = {[AWAIT_BOTH] = "&",
                                            [AWAIT_EITHER] = "|",
                                            [AWAIT_THEN_BOTH] = "&&",
                                            [AWAIT_ELSE_EITHER] = "||"};
    printf(" %s (", operators[i->form]);
    loaded(p, i->var2);
    printf(" == %u)", i->expected);
  }
  printf(")");
}

/* What is done with an object: %u stands for its number. */
static void object_statement(const struct instruction *i) {
  static const char *const calls[] = {
      [POST] = "sem_post(&semaphore[%u])",
      [SEM_WAIT] = "sem_wait(&semaphore[%u])",
      [SEM_TRYWAIT] = "sem_trywait(&semaphore[%u]) == 0",
      [SEM_VALUE] = "VALUE(&semaphore[%u])",
      [RDLOCK] = "pthread_rwlock_rdlock(&rwlock[%u])",
      [WRLOCK] = "pthread_rwlock_wrlock(&rwlock[%u])",
      [TRYRDLOCK] = "pthread_rwlock_tryrdlock(&rwlock[%u]) == 0",
      [TRYWRLOCK] = "pthread_rwlock_trywrlock(&rwlock[%u]) == 0",
      [RWUNLOCK] = "pthread_rwlock_unlock(&rwlock[%u])",
      [COND_WAIT] = "pthread_cond_wait(&condition[%u], &mutex[%u])",
      [SIGNAL] = "pthread_cond_signal(&condition[%u])",
      [BROADCAST] = "pthread_cond_broadcast(&condition[%u])",
      [BARRIER] = "pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD",
  };
  static const char *const timed[] = {
      [SEM_TRYWAIT] = "sem_timedwait(&semaphore[%u], later()) == 0",
      [TRYRDLOCK] = "pthread_rwlock_timedrdlock(&rwlock[%u], later()) == 0",
      [TRYWRLOCK] = "pthread_rwlock_timedwrlock(&rwlock[%u], later()) == 0",
      [COND_WAIT] = "pthread_cond_timedwait(&condition[%u], &mutex[%u], later()) == 0",
  };
  const bool returns = i->kind == SEM_TRYWAIT || i->kind == SEM_VALUE || i->kind == TRYRDLOCK ||
                       i->kind == TRYWRLOCK || i->kind == BARRIER || i->timed;
  if (returns)
    printf("r%u = ", i->r);
  printf((i->timed ? timed : calls)[i->kind], i->object, i->mutex);
}

static void message_statement(const struct instruction *i) {
  if (i->kind == SEND) {
    printf("ravel_send(&mailbox[%u], %u, (void *)(uintptr_t)(%u", i->thread, i->expected, i->value);
    if (i->with_register)
      printf(" + r%u", i->r);
    printf("))");
    return;
  }
  printf("r%u = %s(", i->r, i->kind == RECEIVE ? "RECEIVE" : "RECEIVE_IF_ANY");
  printf(i->any ? "RAVEL_ANY)" : "%u)", i->expected);
}

static void statement(const struct program *p, const struct instruction *i) {
  if (i->kind >= POST && i->kind <= BARRIER) {
    object_statement(i);
    return;
  }
  switch (i->kind) {
  case SEND:
  case RECEIVE:
  case RECEIVE_IF_ANY:
    message_statement(i);
    break;
  case LOCK:
    printf("pthread_mutex_lock(&mutex[%u])", i->mutex);
    break;
  case UNLOCK:
    printf("pthread_mutex_unlock(&mutex[%u])", i->mutex);
    break;
  case TRYLOCK:
    printf("r%u = pthread_mutex_%s(&mutex[%u]%s) == 0", i->r, i->timed ? "timedlock" : "trylock",
           i->mutex, i->timed ? ", later()" : "");
    break;
  case AWAIT:
    await(p, i);
    break;
  case CHOOSE:
    printf("r%u = ravel_choose(%u)", i->r, i->value);
    break;
  case FORGET:
    printf("r%u = r%u == %u && r%u == %u", i->r, i->r, i->value, i->r2, i->expected);
    if (i->r2 != i->r)
      printf(", r%u = 0", i->r2);
    break;
  case REST:
    printf("sched_yield()");
    break;
  case CREATE:
    printf("pthread_create(&thread[%u], NULL, thread_%u, NULL)", i->thread, i->thread);
    break;
  case JOIN:
    printf("JOIN(%u)", i->thread);
    break;
  default:
    memory_instruction(p, i);
  }
}

static void body(const struct program *p, const struct code *code) {
  unsigned open_until[MAX_CODE], open = 0;
  printf("  uint64_t r0 = 0, r1 = 0, r2 = 0, r3 = 0, history = 0, joined = 0;\n");
  for (unsigned i = 0; i <= code->n; i++) {
    while (open && open_until[open - 1] == i) {
      open--;
      printf("  }\n");
    }
    if (i == code->n)
      break;
    printf("  ");
    if (code->at[i].kind == IF) {
      printf("if (r%u == %u) {\n", code->at[i].r, code->at[i].value);
      open_until[open++] = i + 1 + code->at[i].length;
      continue;
    }
    statement(p, &code->at[i]);
    if (p->keeps && instruction_tells(&code->at[i]))
      printf(", history = MIX(history, r%u)", code->at[i].r);
    printf(";\n");
  }
}

/* Main joins whom it has not joined, and fails in another line for each outcome. */
static void ending(const struct program *p, const uint64_t *outcome, size_t outcomes) {
  for (unsigned t = 1; t < p->threads; t++)
    if (program_joins_last(p, t))
      printf("  JOIN(%u);\n", t);
  printf("  switch (OUTCOME) {\n");
  for (size_t i = 0; i < outcomes; i++)
    printf("  case UINT64_C(%" PRIu64 "):\n    assert(!\"outcome %zu\");\n", outcome[i], i + 1);
  printf("  }\n  pthread_exit(NULL);\n}\n");
}

static void emit(const struct program *p, const uint64_t *outcome, size_t outcomes) {
  printf(
      "#include <assert.h>\n#include <pthread.h>\n#include <ravel_mailbox.h>\n"
      "#include <sched.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n"
      "#include <stdint.h>\n#include <time.h>\n\n"
      "static __attribute__((unused)) struct timespec *later(void) {\n"
      "  static _Thread_local struct timespec at;\n"
      "  clock_gettime(CLOCK_REALTIME, &at);\n  at.tv_sec++;\n  return &at;\n}\n"
      "static unsigned char memory[%u] __attribute__((aligned(16)));\n"
      "static pthread_t thread[%u];\n"
      "static pthread_mutex_t mutex[] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};\n"
      "static pthread_cond_t condition[] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};\n"
      "static pthread_rwlock_t rwlock[] = {PTHREAD_RWLOCK_INITIALIZER, "
      "PTHREAD_RWLOCK_INITIALIZER};\n"
      "static struct ravel_mailbox mailbox[%u];\n"
      "#define DATA(message) ((uintptr_t)(message).data)\n"
      "#define RECEIVE(tag) DATA(ravel_receive(tag))\n"
      "#define RECEIVE_IF_ANY(tag) \\\n"
      "  ({ struct ravel_message m; ravel_receive_or_give_up((tag), &m) ? 1 + DATA(m) : 0; })\n"
      "static sem_t semaphore[2];\nstatic pthread_barrier_t barrier;\n"
      "#define VALUE(at) ({ int value; sem_getvalue((at), &value); (uint64_t)value; })\n"
      "#define AT(bits, offset) ((_Atomic uint##bits##_t *)(memory + (offset)))\n"
      "#define CAS(bits, at, from, to) \\\n"
      "  ({ uint##bits##_t old = (from); atomic_compare_exchange_strong((at), &old, (to)); "
      "(uint64_t)old; })\n"
      "#define MIX(outcome, value) (((outcome) + (value) + 1) * UINT64_C(0x9e3779b97f4a7c15))\n"
      "#define JOIN(number) \\\n"
      "  ({ void *value; pthread_join(thread[number], &value); \\\n"
      "     joined = MIX(joined, (uint64_t)(uintptr_t)value); })\n"
      "#define OUTCOME MIX(MIX(MIX(MIX(MIX(history, joined), r0), r1), r2), r3)\n\n",
      MEMORY, p->threads, p->threads);
  for (unsigned t = 1; t < p->threads; t++)
    printf("static void *thread_%u(void *unused);\n", t);
  for (unsigned t = 1; t < p->threads; t++) {
    printf("\nstatic void *thread_%u(void *unused) {\n  ravel_own_mailbox = &mailbox[%u];\n", t, t);
    body(p, &p->code[t]);
    printf("  return (void)unused, (void *)(uintptr_t)OUTCOME;\n}\n");
  }
  /* Main's end does not end the program: whoever is stuck then is in a deadlock. */
  printf("\nint main(void) {\n  ravel_own_mailbox = mailbox;\n");
  printf("  for (int i = 0; i < %u; i++)\n    ravel_begin_mailbox(&mailbox[i], NULL, NULL);\n",
         p->threads);
  for (unsigned i = 0; i < MAX_OBJECTS; i++)
    printf("  sem_init(&semaphore[%u], 0, %u);\n", i, p->semaphore[i]);
  printf("  pthread_barrier_init(&barrier, NULL, %u);\n", p->parties);
  body(p, &p->code[0]);
  ending(p, outcome, outcomes);
}

/* POSIX wants all that wait on a condition variable to have the same mutex, and Ravel says so. */
static bool mixes_mutexes(const struct program *p) {
  int mutex[MAX_OBJECTS];
  for (unsigned i = 0; i < MAX_OBJECTS; i++)
    mutex[i] = -1;
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->code[t].n; i++) {
      const struct instruction *const wait = &p->code[t].at[i];
      if (wait->kind != COND_WAIT)
        continue;
      if (mutex[wait->object] >= 0 && mutex[wait->object] != wait->mutex)
        return true;
      mutex[wait->object] = wait->mutex;
    }
  return false;
}

/* The outcomes of those traces that end well, each once; no more than MOST_OUTCOMES. Executions
 * that fail are compared with nothing, so in half of the programs only one fails, the rarest. */
static size_t find_outcomes(const struct program *p, const struct trace_set *traces,
                            uint64_t *outcome) {
  size_t n = 0, count[MOST_OUTCOMES] = {0}, rarest = 0;
  for (size_t i = 0; i < traces->n; i++) {
    if (traces->at[i].stuck)
      continue;
    const uint64_t its = machine_outcome(p, &traces->at[i].last);
    size_t known = 0;
    while (known < n && outcome[known] != its)
      known++;
    if (known == MOST_OUTCOMES)
      continue;
    outcome[known] = its;
    n += known == n;
    count[known]++;
  }
  for (size_t i = 1; i < n; i++)
    rarest = count[i] < count[rarest] ? i : rarest;
  if (n && p->seed % 2 == 0)
    outcome[0] = outcome[rarest];
  return n && p->seed % 2 == 0 ? 1 : n;
}

/* Whether main comes to its end in a trace, with all that it joins there. */
static bool main_ends(const struct program *p, const struct machine *last) {
  for (unsigned t = 0; t < p->threads; t++)
    if ((t == 0 || program_joins_last(p, t)) && last->thread[t].state != ENDED)
      return false;
  return true;
}

/* Whether a deadlock is reported: in some trace that ends in one no assertion fails before. */
static bool is_stuck(const struct program *p, const struct trace_set *traces,
                     const uint64_t *outcome, size_t outcomes) {
  for (size_t i = 0; i < traces->n; i++) {
    const struct machine *const last = &traces->at[i].last;
    bool fails = false;
    for (size_t k = 0; main_ends(p, last) && k < outcomes; k++)
      fails |= machine_outcome(p, last) == outcome[k];
    if (traces->at[i].stuck && !fails)
      return true;
  }
  return false;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  static struct program p;
  program_generate(&p, strtoull(argv[1], NULL, 0), (unsigned)atoi(argv[2]));
  struct trace_set traces = {0}, observed = {0};
  struct equivalence equivalence = {.main_runs = true}, with_observers = {.observers = true};
  if (mixes_mutexes(&p) || !brute_force(&p, &equivalence, MOST_INTERLEAVINGS, &traces))
    return 3;
  brute_force(&p, &with_observers, MOST_INTERLEAVINGS, &observed);
  uint64_t outcome[MOST_OUTCOMES];
  const size_t outcomes = find_outcomes(&p, &traces, outcome);
  printf("/* program %" PRIu64 ": %zu traces, %zu with observers, %zu outcomes that fail, %s;",
         p.seed, traces.n, observed.n, outcomes,
         is_stuck(&p, &traces, outcome, outcomes) ? "a deadlock" : "no deadlock");
  printf(" traces within 0 to %u preemptions:", MOST_PREEMPTIONS);
  for (unsigned bound = 0; bound <= MOST_PREEMPTIONS; bound++)
    printf(" %u", trace_set_within(&traces, bound));
  printf(" */\n");
  emit(&p, outcome, outcomes);
  trace_set_free(&traces);
  trace_set_free(&observed);
  return 0;
}
