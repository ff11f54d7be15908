#include <inttypes.h>
#include <stdio.h>

#include "program.h"

static void variable(const struct program *p, unsigned v) {
  printf("m%u@%u", p->var[v].size, p->var[v].offset);
}

static void await_condition(const struct program *p, const struct instruction *i) {
  variable(p, i->var);
  printf(" == %u", i->value);
  if (i->form == AWAIT_ONE)
    return;
  static const char *const words[] = {
      [AWAIT_BOTH] = " and ",
      [AWAIT_EITHER] = " or ",
      [AWAIT_THEN_BOTH] = " and then ",
      [AWAIT_ELSE_EITHER] = " or else ",
  };
  printf("%s", words[i->form]);
  variable(p, i->var2);
  printf(" == %u", i->expected);
}

static void object_instruction(const struct instruction *i) {
  static const char *const words[] = {
      [POST] = "post",           [SEM_WAIT] = "wait",       [SEM_TRYWAIT] = "trywait",
      [SEM_VALUE] = "value of",  [RDLOCK] = "rdlock",       [WRLOCK] = "wrlock",
      [TRYRDLOCK] = "tryrdlock", [TRYWRLOCK] = "trywrlock", [RWUNLOCK] = "rwunlock",
      [SIGNAL] = "signal",       [BROADCAST] = "broadcast", [BARRIER] = "barrier",
  };
  switch (i->kind) {
  case SEM_TRYWAIT:
  case SEM_VALUE:
  case TRYRDLOCK:
  case TRYWRLOCK:
  case BARRIER:
    printf("r%u = ", i->r);
    break;
  case SEND:
    printf("send %u", i->value);
    if (i->with_register)
      printf(" + r%u", i->r);
    printf(" to %u with tag %u", i->thread, i->expected);
    return;
  case RECEIVE:
  case RECEIVE_IF_ANY:
    printf("r%u = receive%s ", i->r, i->kind == RECEIVE ? "" : " if there is");
    printf(i->any ? "any" : "tag %u", i->expected);
    return;
  case COND_WAIT:
    if (i->timed)
      printf("r%u = ", i->r);
    printf("wait on condition %u with mutex %u%s", i->object, i->mutex,
           i->timed ? " for a while" : "");
    return;
  }
  printf("%s %u%s", words[i->kind], i->object, i->timed ? " for a while" : "");
}

static void instruction(const struct program *p, const struct instruction *i) {
  switch (i->kind) {
  case READ:
    printf("r%u = ", i->r);
    variable(p, i->var);
    if (i->with_register)
      printf(" <= %u", i->value + 1u);
    break;
  case WRITE:
    variable(p, i->var);
    printf(" = %u", i->value);
    if (i->with_register)
      printf(" + r%u", i->r);
    break;
  case COMBINE:
    printf("add ");
    variable(p, i->var);
    printf(" += %u", i->value);
    break;
  case ADD:
    printf("r%u = ", i->r);
    variable(p, i->var);
    printf(" += %u", i->value);
    break;
  case CAS:
    printf("r%u = cas ", i->r);
    variable(p, i->var);
    printf(" %u -> %u", i->expected, i->value);
    break;
  case CAS_FROM:
    printf("r%u = cas ", i->r);
    variable(p, i->var);
    printf(" r%u -> r%u + %u", i->r2, i->r2, i->value);
    break;
  case LOOP:
    printf("loop");
    break;
  case AGAIN:
    printf("unless r%u == r%u: back by %u", i->r, i->r2, i->length);
    break;
  case LOCK:
    printf("lock %u", i->mutex);
    break;
  case UNLOCK:
    printf("unlock %u", i->mutex);
    break;
  case TRYLOCK:
    printf("r%u = trylock %u%s", i->r, i->mutex, i->timed ? " for a while" : "");
    break;
  case AWAIT:
    printf("await ");
    await_condition(p, i);
    break;
  case CHOOSE:
    printf("r%u = choose below %u", i->r, i->value);
    break;
  case IF:
    printf("if r%u == %u: the next %u", i->r, i->value, i->length);
    break;
  case FORGET:
    printf("r%u = r%u == %u and r%u == %u; r%u = 0", i->r, i->r, i->value, i->r2, i->expected,
           i->r2);
    break;
  case ATOMIC:
    printf("in one step: the next %u", i->length);
    break;
  case REST:
    printf("give way");
    break;
  case CREATE:
    printf("create %u", i->thread);
    break;
  case JOIN:
    printf("join %u", i->thread);
    break;
  default:
    object_instruction(i);
  }
}

void program_print(const struct program *p) {
  printf("program %" PRIu64 ", semaphores %u and %u, %u at the barrier%s\n", p->seed,
         p->semaphore[0], p->semaphore[1], p->parties,
         p->keeps ? "; all that is read is kept" : "");
  for (unsigned t = 0; t < p->threads; t++) {
    printf("  thread %u\n", t);
    for (unsigned i = 0; i < p->code[t].n; i++) {
      printf("    ");
      instruction(p, &p->code[t].at[i]);
      printf("\n");
    }
  }
}
