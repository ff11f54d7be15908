/*
 * What the calls of the instrumentation do here. For one thread only: what others do is left to the
 * program (`interfere`), or is a compare-and-exchange that fails now and then.
 *
 * POISON=seed overwrites everything that liveness_of() calls dead, in all frames of the program.
 * What the program prints must not depend on it.
 *
 * Between rounds_begin() and rounds_end() it looks instead whether the program comes back to some
 * call with the same registers and frames, all that is dead left out, as in the round before.
 */
#define _GNU_SOURCE
#include "hooks.h"

#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "liveness/liveness.h"

enum { MAX_ANSWERS = 1 << 16, SAVED = 6, MAX_ROUNDS = 8, MAX_DEPTH = 64 };

/* Registers of the function that called a hook, as hooks.S pushes them. */
struct caller {
  uint64_t r15, r14, r13, r12, rbx, rbp, pc;
};

void hook_begins(struct caller *caller);
void hook_ends(struct caller *caller);
void do_nothing(void);

static bool busy; /* in a hook: what it calls may be instrumented */
static uint64_t poison;
static uint32_t failures = 1; /* where the next failure of a compare-and-exchange comes from */

/* --- what is dead --------------------------------------------------------------------------- */

static int find_program(struct dl_phdr_info *info, size_t size, void *program) {
  (void)size;
  *(struct dl_phdr_info *)program = *info;
  return 1;
}

static bool in_program(const struct dl_phdr_info *program, uint64_t address) {
  for (int i = 0; i < program->dlpi_phnum; i++) {
    const Elf64_Phdr *segment = &program->dlpi_phdr[i];
    if (segment->p_type == PT_LOAD && segment->p_flags & PF_X &&
        address - program->dlpi_addr - segment->p_vaddr < segment->p_memsz)
      return true;
  }
  return false;
}

/* NULL: it is no address of the program. */
static const struct shared_liveness *answer_for(uint64_t pc) {
  static struct shared_liveness *answers[MAX_ANSWERS];
  static struct dl_phdr_info program;
  if (!program.dlpi_phnum)
    dl_iterate_phdr(find_program, &program);
  if (!in_program(&program, pc))
    return NULL;
  struct shared_liveness **answer = &answers[(pc * UINT64_C(0x9e3779b97f4a7c15)) >> 48];
  while (*answer && (*answer)->pc != pc)
    answer = &answers[(answer - answers + 1) % MAX_ANSWERS];
  if (!*answer) {
    *answer = calloc(1, sizeof **answer);
    liveness_of("/proc/self/exe", pc - program.dlpi_addr, *answer);
    if (getenv("NOTHING_DEAD"))
      (*answer)->dead = (*answer)->n_slots = 0;
    (*answer)->pc = pc;
  }
  return *answer;
}

/* A frame on the stack, and where the registers of its function are. */
struct frame {
  uint64_t pc, sp, cfa;
  uint64_t *registers[SAVED];
  const struct shared_liveness *answer;
};

static struct frame first_frame(struct caller *caller) {
  return (struct frame){.pc = caller->pc,
                        .sp = (uint64_t)(caller + 1),
                        .registers = {&caller->rbx, &caller->rbp, &caller->r12, &caller->r13,
                                      &caller->r14, &caller->r15}};
}

/* False: nothing is known of this frame. */
static bool look_up(struct frame *frame) {
  frame->answer = answer_for(frame->pc);
  if (!frame->answer || !frame->answer->known)
    return false;
  frame->cfa = (frame->answer->cfa_is_rbp ? *frame->registers[1] : frame->sp) +
               (uint64_t)(int64_t)frame->answer->cfa_offset;
  return true;
}

static void go_up(struct frame *frame) {
  for (uint32_t i = 0; i < SAVED; i++)
    if (frame->answer->saved[i])
      frame->registers[i] = (uint64_t *)(frame->cfa + (uint64_t)(int64_t)frame->answer->saved[i]);
  frame->sp = frame->cfa;
  frame->pc = ((uint64_t *)frame->cfa)[-1];
}

static uint64_t garbage(void) {
  poison ^= poison << 13;
  poison ^= poison >> 7;
  poison ^= poison << 17;
  return poison;
}

/* To find what is wrong: POISON_LIMIT=n overwrites only n times, and says what the last time. */
static bool reached_limit(const struct frame *frame) {
  static long n;
  const char *limit = getenv("POISON_LIMIT");
  if (!limit || ++n < atol(limit))
    return false;
  if (n == atol(limit))
    fprintf(stderr, "last: at %lx\n", (unsigned long)frame->pc);
  return n > atol(limit);
}

static void poison_frame(const struct frame *frame) {
  const struct shared_liveness *answer = frame->answer;
  if (reached_limit(frame))
    return;
  for (uint32_t i = 0; i < SAVED; i++)
    if (answer->dead >> i & 1)
      *frame->registers[i] = garbage();
  for (uint32_t i = 0; i < answer->n_slots; i++)
    for (int32_t offset = answer->slots[i].begin; offset < answer->slots[i].end; offset++)
      *(unsigned char *)(frame->cfa + (uint64_t)(int64_t)offset) = (unsigned char)garbage();
}

static void poison_all(struct caller *caller) {
  struct frame frame = first_frame(caller);
  for (uint32_t depth = 0; depth < MAX_DEPTH && look_up(&frame); depth++) {
    poison_frame(&frame);
    go_up(&frame);
  }
}

/* --- rounds ---------------------------------------------------------------------------------- */

static struct rounds {
  const char *name;
  void (*interfere)(unsigned operation);
  uint64_t end; /* frames below are compared */
  unsigned operations;
  uint32_t n;
  struct round {
    uint64_t pc, state;
    uint32_t same, different;
  } places[MAX_ROUNDS * 8];
} rounds;

static uint64_t mix(uint64_t hash, uint64_t value) {
  return (hash ^ value) * UINT64_C(0x100000001b3);
}

static bool is_left_out(const struct shared_liveness *answer, int64_t offset) {
  for (uint32_t i = 0; i < answer->n_slots; i++)
    if (offset >= answer->slots[i].begin && offset < answer->slots[i].end)
      return true;
  for (uint32_t i = 0; i < SAVED; i++)
    if (answer->saved[i] && offset >= answer->saved[i] && offset < answer->saved[i] + 8)
      return true;
  return false;
}

/* The registers of a function count where it saved its caller's; the first frame has its own. */
static uint64_t state_of(struct caller *caller) {
  struct frame frame = first_frame(caller);
  uint64_t hash = 0;
  bool own[SAVED] = {true, true, true, true, true, true};
  for (uint32_t depth = 0; depth < MAX_DEPTH && frame.sp < rounds.end; depth++) {
    if (!look_up(&frame))
      return garbage();
    const struct shared_liveness *answer = frame.answer;
    for (uint32_t i = 0; i < SAVED; i++) {
      if (own[i] && !(answer->dead >> i & 1) && answer->saved[i])
        hash = mix(hash, *frame.registers[i]);
      own[i] = own[i] || answer->saved[i];
    }
    for (uint64_t at = frame.sp; at < frame.cfa; at++)
      if (!is_left_out(answer, (int64_t)(at - frame.cfa)))
        hash = mix(hash, *(unsigned char *)at);
    go_up(&frame);
  }
  return hash;
}

static void note_round(struct caller *caller) {
  const uint64_t state = state_of(caller);
  struct round *round = rounds.places;
  while (round < rounds.places + rounds.n && round->pc != caller->pc)
    round++;
  if (round == rounds.places + sizeof rounds.places / sizeof *rounds.places)
    return;
  if (round == rounds.places + rounds.n) {
    rounds.n++;
    *round = (struct round){.pc = caller->pc, .state = state};
    return;
  }
  round->same += round->state == state;
  round->different += round->state != state;
  round->state = state;
}

void rounds_begin(const char *name, void (*interfere)(unsigned operation)) {
  poison |= 1;
  rounds = (struct rounds){
      .name = name, .interfere = interfere, .end = (uint64_t)__builtin_frame_address(0) + 16};
}

void rounds_end(void) {
  bool found = false;
  for (uint32_t i = 0; i < rounds.n; i++)
    found |= rounds.places[i].same >= 2 && !rounds.places[i].different;
  printf("%s: %s\n", rounds.name, found ? "same" : "different");
  if (!found && getenv("VERBOSE"))
    for (uint32_t i = 0; i < rounds.n; i++)
      printf("  %lx: %u same, %u different\n", (unsigned long)rounds.places[i].pc,
             rounds.places[i].same, rounds.places[i].different);
  rounds = (struct rounds){0};
}

/* --- hooks ----------------------------------------------------------------------------------- */

static void poison_unless_busy(struct caller *caller) {
  static bool asked;
  if (busy)
    return;
  busy = true;
  if (!asked && getenv("POISON"))
    poison = strtoull(getenv("POISON"), NULL, 10);
  asked = true;
  if (rounds.name)
    note_round(caller);
  else if (poison)
    poison_all(caller);
  busy = false;
}

void hook_begins(struct caller *caller) {
  poison_unless_busy(caller);
}

/* hooks.S has pushed it before. */
static void poison_result(struct caller *caller) {
  enum { RESULT = -2 };
  const struct shared_liveness *answer = answer_for(caller->pc);
  if (answer && answer->ignores_result)
    ((uint64_t *)caller)[RESULT] = garbage();
}

void hook_ends(struct caller *caller) {
  if (rounds.name)
    return;
  poison_unless_busy(caller);
  if (poison && !busy)
    poison_result(caller);
}

void do_nothing(void) {
}

static void others_run(void) {
  if (busy || !rounds.interfere)
    return;
  busy = true;
  rounds.interfere(rounds.operations++);
  busy = false;
}

/* The same failures in every run of a program. */
static bool fails(void) {
  failures = failures * 1664525 + 1013904223;
  return !rounds.name && failures >> 30 == 0;
}

#define HOOK(type, name, ...)                                                                      \
  type name(__VA_ARGS__);                                                                          \
  type name(__VA_ARGS__)

#define UPDATE(bits, name, operator)                                                               \
  HOOK(uint##bits##_t, do##bits##_##name, uint##bits##_t *a, uint##bits##_t value) {               \
    others_run();                                                                                  \
    const uint##bits##_t old = *a;                                                                 \
    *a = (uint##bits##_t)(operator);                                                               \
    return old;                                                                                    \
  }

#define ATOMICS(bits)                                                                              \
  HOOK(uint##bits##_t, do##bits##_load, uint##bits##_t *a) {                                       \
    others_run();                                                                                  \
    return *a;                                                                                     \
  }                                                                                                \
  HOOK(void, do##bits##_store, uint##bits##_t *a, uint##bits##_t value) {                          \
    others_run();                                                                                  \
    *a = value;                                                                                    \
  }                                                                                                \
  UPDATE(bits, exchange, value)                                                                    \
  UPDATE(bits, fetch_add, old + value)                                                             \
  UPDATE(bits, fetch_sub, old - value)                                                             \
  UPDATE(bits, fetch_and, old &value)                                                              \
  UPDATE(bits, fetch_or, old | value)                                                              \
  UPDATE(bits, fetch_xor, old ^ value)                                                             \
  HOOK(uint##bits##_t, do##bits##_compare_exchange_val, uint##bits##_t *a,                         \
       uint##bits##_t expected, uint##bits##_t desired) {                                          \
    others_run();                                                                                  \
    const uint##bits##_t old = *a;                                                                 \
    if (old == expected)                                                                           \
      *a = desired;                                                                                \
    return old;                                                                                    \
  }                                                                                                \
  HOOK(bool, do##bits##_compare_exchange, uint##bits##_t *a, uint##bits##_t *expected,             \
       uint##bits##_t desired) {                                                                   \
    others_run();                                                                                  \
    if (*a == *expected && !fails()) {                                                             \
      *a = desired;                                                                                \
      return true;                                                                                 \
    }                                                                                              \
    *expected = *a;                                                                                \
    return false;                                                                                  \
  }

ATOMICS(8)
ATOMICS(16)
ATOMICS(32)
ATOMICS(64)
