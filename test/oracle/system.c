#include "system.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MEMORY_BASE = 0x1000, MUTEX_BASE = 0x2000, MUTEX_SIZE = 40 };

static struct rv_access memory_access(struct variable v, unsigned mode) {
  return (struct rv_access){.addr = MEMORY_BASE + v.offset, .size = v.size, .mode = mode};
}

/* The operation of an instruction before it is made: what it might do. */
static struct rv_op pending_op(const struct program *p, const struct instruction *i,
                               bool reads_second, struct rv_access *more) {
  static const struct {
    uint8_t kind, mode;
  } ops[] = {
      [READ] = {RV_OP_MEMORY, RV_READ},
      [WRITE] = {RV_OP_MEMORY, RV_WRITE},
      [ADD] = {RV_OP_MEMORY, RV_READ | RV_WRITE},
      [CAS] = {RV_OP_MEMORY, RV_READ | RV_WRITE},
      [LOCK] = {RV_OP_LOCK, RV_READ | RV_WRITE},
      [UNLOCK] = {RV_OP_UNLOCK, RV_READ | RV_WRITE},
      [TRYLOCK] = {RV_OP_TRYLOCK, RV_READ | RV_WRITE},
      [AWAIT] = {RV_OP_AWAIT, RV_READ},
      [CHOOSE] = {RV_OP_CHOOSE, 0},
  };
  struct rv_op op = {.kind = ops[i->kind].kind};
  switch (op.kind) {
  case RV_OP_CHOOSE:
    op.choices = i->value;
    break;
  case RV_OP_LOCK:
  case RV_OP_UNLOCK:
  case RV_OP_TRYLOCK:
    op.access = (struct rv_access){MUTEX_BASE + 64u * i->mutex, MUTEX_SIZE, ops[i->kind].mode};
    break;
  default:
    op.access = memory_access(p->var[i->var], ops[i->kind].mode);
  }
  if (i->kind == CAS)
    op.flags |= RV_OP_COMPARES;
  if (i->kind == AWAIT && reads_second) {
    *more = memory_access(p->var[i->var2], RV_READ);
    op.more_count = 1;
    op.more = more;
  }
  return op;
}

static void describe(struct oracle_system *s, struct rv_step *done) {
  const struct machine_step *const made = &s->made;
  memset(done, 0, sizeof *done);
  if (made->instruction) {
    done->op = pending_op(s->p, made->instruction, made->ranges == 2, &s->more_done);
    if (made->touch == TOUCH_REFUSED)
      done->op.flags |= RV_OP_FAILED;
    if (made->touch == TOUCH_READ)
      done->op.access.mode = RV_READ;
    /* A system need not know what a store replaced. */
    if (made->instruction->kind == WRITE && s->p->seed % 2)
      done->op.flags |= RV_OP_REPLACED;
    done->value = made->value;
    done->expected = made->instruction->expected;
  }
  static const uint8_t kinds[] = {RV_EFFECT_CREATE, RV_EFFECT_JOIN, RV_EFFECT_END};
  for (unsigned i = 0; i < made->n_effects; i++)
    s->effect[i] = (struct rv_effect){kinds[made->effect[i].kind], made->effect[i].thread,
                                      made->effect[i].other};
  done->effects = s->effect;
  done->n_effects = made->n_effects;
}

static enum rv_status reset(void *self, struct rv_step *begin) {
  struct oracle_system *const s = self;
  machine_start(s->p, &s->m, &s->made);
  s->n = 0;
  describe(s, begin);
  return RV_OK;
}

static enum rv_status step(void *self, rv_tid thread, uint32_t choice, struct rv_step *done) {
  struct oracle_system *const s = self;
  if (thread >= s->p->threads || !machine_enabled(s->p, &s->m, thread) || s->n == MAX_EVENTS) {
    s->misuse = "a step of a thread that is not enabled";
    return RV_ENDED;
  }
  s->pick[s->n++] = (struct pick){(uint8_t)thread, (uint8_t)choice};
  machine_make(s->p, &s->m, thread, choice, &s->made);
  describe(s, done);
  done->choice = choice;
  return RV_OK;
}

static enum rv_status replay(void *self, const struct rv_replay *first, size_t stride, size_t n) {
  struct oracle_system *const s = self;
  for (size_t i = 0; i < n; i++) {
    const struct rv_replay *const recorded = (const void *)((const char *)first + i * stride);
    struct rv_step done;
    if (step(self, recorded->thread, recorded->choice, &done) != RV_OK)
      return RV_DIVERGED;
    if (done.value != recorded->value || done.op.kind != recorded->op.kind ||
        done.op.access.addr != recorded->op.access.addr ||
        done.op.access.mode != recorded->op.access.mode) {
      s->misuse = "a replay of something that did not happen";
      return RV_DIVERGED;
    }
  }
  return RV_OK;
}

static rv_tid threads(void *self) {
  const struct oracle_system *const s = self;
  return s->p->threads;
}

static const struct rv_op *next(void *self, rv_tid thread) {
  static const struct rv_op none = {.kind = RV_OP_NONE};
  struct oracle_system *const s = self;
  const struct instruction *const i = machine_pending(s->p, &s->m, thread);
  if (!i)
    return &none;
  s->op[thread] = pending_op(s->p, i, machine_reads_second(s->p, &s->m, i), &s->more[thread]);
  return &s->op[thread];
}

static const uint64_t *enabled(void *self, size_t *words) {
  struct oracle_system *const s = self;
  s->enabled = 0;
  for (unsigned t = 0; t < s->p->threads; t++)
    s->enabled |= (uint64_t)machine_enabled(s->p, &s->m, t) << t;
  *words = 1;
  return &s->enabled;
}

static enum rv_status finish(void *self, bool complete) {
  struct oracle_system *const s = self;
  size_t words;
  if (!complete)
    return RV_OK;
  if (*enabled(self, &words)) {
    s->misuse = "an execution called complete while a thread is enabled";
    return RV_ENDED;
  }
  struct trace_name name;
  trace_name(s->p, s->pick, s->n, &name);
  s->repeated += !trace_set_add(&s->traces, &name);
  return RV_OK;
}

void oracle_system_init(struct oracle_system *s, const struct program *p) {
  memset(s, 0, sizeof *s);
  s->p = p;
  s->interface = (struct rv_system){.self = s,
                                    .reset = reset,
                                    .replay = replay,
                                    .step = step,
                                    .threads = threads,
                                    .next = next,
                                    .enabled = enabled,
                                    .finish = finish};
}

void oracle_system_free(struct oracle_system *s) {
  trace_set_free(&s->traces);
}

static void *reserve(void *self, size_t bytes) {
  struct oracle_memory *const memory = self;
  if (memory->n == sizeof memory->blocks / sizeof *memory->blocks)
    abort();
  void *const block =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED)
    abort();
  memory->blocks[memory->n] = block;
  memory->sizes[memory->n++] = bytes;
  return block;
}

struct rv_memory oracle_memory(struct oracle_memory *memory) {
  memory->n = 0;
  return (struct rv_memory){.self = memory, .reserve = reserve};
}

void oracle_memory_release(struct oracle_memory *memory) {
  while (memory->n--)
    munmap(memory->blocks[memory->n], memory->sizes[memory->n]);
  memory->n = 0;
}
