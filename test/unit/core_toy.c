#include "core_toy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct toy_op next_of(const struct toy *toy, unsigned thread) {
  return toy->code(toy, thread, &toy->thread[thread]);
}

static void effect(struct toy *toy, uint32_t *n, uint32_t kind, unsigned thread, unsigned other) {
  toy->effects[(*n)++] = (struct rv_effect){kind, thread, other};
}

/* One local operation; false if the thread stands before a visible one. */
static bool local(struct toy *toy, unsigned thread, uint32_t *n) {
  struct toy_thread *const t = &toy->thread[thread];
  if (t->state != 1)
    return false;
  const struct toy_op op = next_of(toy, thread);
  switch (op.kind) {
  case TOY_END:
    t->state = 2;
    effect(toy, n, RV_EFFECT_END, thread, 0);
    return true;
  case TOY_CREATE:
    toy->thread[op.value].state = 1;
    if (op.value >= toy->threads)
      toy->threads = (unsigned)op.value + 1;
    effect(toy, n, RV_EFFECT_CREATE, thread, (unsigned)op.value);
    break;
  case TOY_JOIN:
    if (toy->thread[op.value].state == 1)
      return false;
    effect(toy, n, RV_EFFECT_JOIN, thread, (unsigned)op.value);
    break;
  case TOY_ASSUME:
    if (!op.value) {
      t->state = 3;
      effect(toy, n, RV_EFFECT_ASSUMED, thread, 0);
      return true;
    }
    break;
  default:
    return false;
  }
  t->pc++;
  return true;
}

/* Everybody runs up to just before a visible operation. */
static uint32_t run_local(struct toy *toy) {
  uint32_t n = 0;
  for (bool again = true; again;) {
    again = false;
    for (unsigned t = 0; t < toy->threads; t++)
      while (local(toy, t, &n))
        again = true;
  }
  return n;
}

static enum rv_status reset(void *self, struct rv_step *begin) {
  struct toy *const toy = self;
  memset(toy->cell, 0, sizeof toy->cell);
  memset(toy->thread, 0, sizeof toy->thread);
  toy->steps = 0;
  toy->thread[0].state = 1;
  begin->n_effects = run_local(toy);
  begin->effects = toy->effects;
  return RV_OK;
}

static bool can_go_on(const struct toy *toy, unsigned thread) {
  if (toy->thread[thread].state != 1)
    return false;
  const struct toy_op op = next_of(toy, thread);
  return op.kind == TOY_AWAIT ? toy->cell[op.cell] == op.value : op.kind != TOY_JOIN;
}

static struct rv_op described(const struct toy_op *op) {
  static const uint8_t modes[] = {[TOY_READ] = RV_READ,
                                  [TOY_WRITE] = RV_WRITE,
                                  [TOY_ADD] = RV_READ | RV_WRITE,
                                  [TOY_AWAIT] = RV_READ};
  struct rv_op result = {.kind = RV_OP_MEMORY};
  if (op->kind == TOY_CHOOSE) {
    result.kind = RV_OP_CHOOSE;
    result.choices = (uint32_t)op->value;
  } else if (op->kind == TOY_END || op->kind > TOY_CHOOSE)
    result.kind = RV_OP_NONE;
  else {
    result.kind = op->kind == TOY_AWAIT ? RV_OP_AWAIT : RV_OP_MEMORY;
    result.access = (struct rv_access){8 * UINT64_C(1000) + 8 * op->cell, 8, modes[op->kind]};
  }
  return result;
}

static void make(struct toy *toy, unsigned thread, uint32_t choice, struct rv_step *done) {
  struct toy_thread *const t = &toy->thread[thread];
  const struct toy_op op = next_of(toy, thread);
  done->op = described(&op);
  done->choice = choice;
  switch (op.kind) {
  case TOY_READ:
    done->value = t->r[op.to] = toy->cell[op.cell];
    break;
  case TOY_ADD:
    done->value = t->r[op.to] = toy->cell[op.cell];
    toy->cell[op.cell] += op.value;
    break;
  case TOY_WRITE:
    toy->cell[op.cell] = op.value;
    break;
  case TOY_CHOOSE:
    done->value = t->r[op.to] = choice;
    break;
  }
  t->pc++;
  toy->steps++;
  done->n_effects = run_local(toy);
  done->effects = toy->effects;
  done->awaits = true;
}

static enum rv_status step(void *self, rv_tid thread, uint32_t choice, struct rv_step *done) {
  struct toy *const toy = self;
  toy->made++;
  if (!can_go_on(toy, thread)) {
    printf("the explorer makes a step of thread %u, which is not enabled\n", thread);
    abort();
  }
  if (toy->made == toy->lose_at)
    longjmp(toy->lost, 1);
  if (toy->made == toy->restart_at)
    return RV_RESTART;
  if (toy->made == toy->end_at)
    return RV_ENDED;
  make(toy, thread, choice, done);
  return RV_OK;
}

static enum rv_status replay(void *self, const struct rv_replay *first, size_t stride, size_t n) {
  struct toy *const toy = self;
  if (++toy->replays == toy->diverge_at)
    return RV_DIVERGED;
  for (size_t i = 0; i < n; i++) {
    const struct rv_replay *const then = (const void *)((const char *)first + i * stride);
    struct rv_step done = {0};
    make(toy, then->thread, then->choice, &done);
    if (done.value != then->value || done.op.kind != then->op.kind ||
        done.op.access.addr != then->op.access.addr) {
      printf("the explorer replays what did not happen\n");
      abort();
    }
  }
  return RV_OK;
}

static rv_tid threads(void *self) {
  const struct toy *const toy = self;
  return toy->threads;
}

static const struct rv_op *next(void *self, rv_tid thread) {
  struct toy *const toy = self;
  toy->op = (struct rv_op){.kind = RV_OP_NONE};
  if (toy->thread[thread].state == 1) {
    const struct toy_op op = next_of(toy, thread);
    toy->op = described(&op);
  }
  return &toy->op;
}

static const uint64_t *enabled(void *self, size_t *words) {
  struct toy *const toy = self;
  memset(toy->enabled, 0, sizeof toy->enabled);
  *words = 1;
  for (unsigned t = 0; t < toy->threads; t++)
    if (can_go_on(toy, t)) {
      toy->enabled[t / 64] |= UINT64_C(1) << t % 64;
      *words = t / 64 + 1;
    }
  return toy->enabled;
}

static enum rv_status finish(void *self, bool complete) {
  struct toy *const toy = self;
  if (complete)
    toy->complete++;
  else
    toy->incomplete++;
  return RV_OK;
}

void toy_init(struct toy *toy,
              struct toy_op (*code)(const struct toy *, unsigned, const struct toy_thread *),
              unsigned size) {
  memset(toy, 0, sizeof *toy);
  toy->code = code;
  toy->size = size;
  toy->threads = 1;
  toy->interface = (struct rv_system){.self = toy,
                                      .reset = reset,
                                      .replay = replay,
                                      .step = step,
                                      .threads = threads,
                                      .next = next,
                                      .enabled = enabled,
                                      .finish = finish};
}

static struct {
  void *at;
  size_t bytes;
} blocks[4096];
static unsigned n_blocks;

static void *reserve(void *self, size_t bytes) {
  (void)self;
  if (n_blocks == sizeof blocks / sizeof *blocks)
    abort();
  void *const at =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED)
    abort();
  blocks[n_blocks].at = at;
  blocks[n_blocks++].bytes = bytes;
  return at;
}

const struct rv_memory toy_memory = {.reserve = reserve};

struct rv_explorer *toy_explorer(struct toy *toy, enum rv_algorithm algorithm, enum rv_order order,
                                 uint64_t max_steps) {
  const struct rv_options options = {
      .algorithm = algorithm, .order = order, .seed = 1, .max_steps = max_steps};
  struct rv_explorer *const x = rv_explorer_new(&toy_memory, &options, NULL);
  rv_explorer_attach(x, &toy->interface, &toy_memory);
  return x;
}

void toy_release(void) {
  while (n_blocks) {
    n_blocks--;
    munmap(blocks[n_blocks].at, blocks[n_blocks].bytes);
  }
}

uint64_t toy_resident(void) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  uint64_t pages = 0;
  for (unsigned i = 0; i < n_blocks; i++) {
    const size_t n = (blocks[i].bytes + page - 1) / page;
    unsigned char *const present = calloc(n, 1);
    if (!present || mincore(blocks[i].at, blocks[i].bytes, present))
      abort();
    for (size_t k = 0; k < n; k++)
      pages += present[k] & 1;
    free(present);
  }
  return pages * page;
}

struct rv_stats toy_explore(struct toy *toy, enum rv_algorithm algorithm, enum rv_order order) {
  struct rv_explorer *const x = toy_explorer(toy, algorithm, order, 10000);
  while (rv_explorer_next(x) == RV_MORE)
    ;
  const struct rv_stats stats = *rv_explorer_stats(x);
  toy_release();
  return stats;
}
