/*
 * Programs with threads that run the same code, are created in one go, and are joined in one go or
 * not at all: which of them does what makes no difference.
 */
#include <string.h>

#include "program.h"

enum { MOST_ALIKE = 3 };

static bool is_about_threads(const struct instruction *i) {
  return i->kind == CREATE || i->kind == JOIN || i->kind == SEND || i->kind == RECEIVE ||
         i->kind == RECEIVE_IF_ANY;
}

static void forget_threads(struct program *p, unsigned thread) {
  for (unsigned i = 0; i < p->code[thread].n;)
    if (is_about_threads(&p->code[thread].at[i]))
      program_remove(p, thread, i);
    else
      i++;
}

/* Puts one instruction for each thread of a range before another one. */
static void insert_for(struct program *p, unsigned at, unsigned kind, unsigned first,
                       unsigned last) {
  struct code *const main = &p->code[0];
  const unsigned n = last - first + 1;
  memmove(&main->at[at + n], &main->at[at], (main->n - at) * sizeof *main->at);
  for (unsigned t = first; t <= last; t++)
    main->at[at + t - first] = (struct instruction){.kind = (uint8_t)kind, .thread = (uint8_t)t};
  main->n += n;
}

static bool uses_barrier(const struct code *code) {
  for (unsigned i = 0; i < code->n; i++)
    if (code->at[i].kind == BARRIER)
      return true;
  return false;
}

/* Where a branch, a block or a loop that begins here is over; or the next instruction. */
static unsigned behind(const struct code *code, unsigned at) {
  const struct instruction *const i = &code->at[at];
  if (i->kind == LOOP)
    while (at < code->n && code->at[at].kind != AGAIN)
      at++;
  return at + 1 + (i->kind == IF || i->kind == ATOMIC ? i->length : 0);
}

/* A place in main's code that is in no branch, no block and no loop. */
static unsigned place_in_main(const struct program *p, unsigned from, uint64_t *random) {
  const struct code *const main = &p->code[0];
  const unsigned wanted = from + (unsigned)(program_random(random) % (main->n - from + 1));
  unsigned at = from;
  while (at < wanted)
    at = behind(main, at);
  return at < main->n ? at : main->n;
}

void program_make_symmetric(struct program *p, uint64_t random) {
  const unsigned others = p->threads > 3;
  p->alike = (uint8_t)(2 + program_random(&random) % (MOST_ALIKE - 1));
  if (others) /* the last thread is none of them */
    p->code[p->alike + 1] = p->code[p->threads - 1];
  p->threads = 1 + p->alike + others;
  for (unsigned t = 2; t <= p->alike; t++)
    p->code[t] = p->code[1];
  for (unsigned t = 0; t < p->threads; t++)
    forget_threads(p, t);
  const bool late = program_random(&random) % 4 == 0;
  const unsigned at = late ? place_in_main(p, 0, &random) : 0;
  insert_for(p, at, CREATE, 1, p->threads - 1);
  if (program_random(&random) % 2)
    insert_for(p, place_in_main(p, at + p->threads - 1, &random), JOIN, 1, p->alike);
  unsigned parties = 0;
  for (unsigned t = 0; t < p->threads; t++)
    parties += uses_barrier(&p->code[t]);
  p->parties = (uint8_t)(parties > 1 ? parties : 2);
}
