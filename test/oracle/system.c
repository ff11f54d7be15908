#include "system.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MEMORY_BASE = 0x1000, OBJECT_BASE = 0x2000, OBJECT_SIZE = 40, PAD_BASE = 0x10000 };

static struct rv_access access_to(struct variable range, unsigned mode) {
  if (range.offset < MEMORY)
    return (struct rv_access){MEMORY_BASE + range.offset, range.size, mode};
  return (struct rv_access){OBJECT_BASE + 64u * (range.offset - MEMORY),
                            OBJECT_SIZE + 64u * (range.size - 1u), mode};
}

/* What an instruction might do. */
struct shape {
  uint8_t kind, mode, flags;
};

static const struct shape shapes[] = {
    [READ] = {RV_OP_MEMORY, RV_READ, 0},
    [WRITE] = {RV_OP_MEMORY, RV_WRITE, 0},
    [ADD] = {RV_OP_MEMORY, RV_READ | RV_WRITE, 0},
    [COMBINE] = {RV_OP_MEMORY, RV_ADD, 0},
    [CAS] = {RV_OP_MEMORY, RV_READ | RV_WRITE, RV_OP_COMPARES},
    [CAS_FROM] = {RV_OP_MEMORY, RV_READ | RV_WRITE, RV_OP_COMPARES},
    [LOCK] = {RV_OP_LOCK, RV_READ | RV_WRITE, 0},
    [UNLOCK] = {RV_OP_UNLOCK, RV_READ | RV_WRITE, 0},
    [TRYLOCK] = {RV_OP_TRYLOCK, RV_READ | RV_WRITE, 0},
    [AWAIT] = {RV_OP_AWAIT, RV_READ, 0},
    [POST] = {RV_OP_MEMORY, RV_ADD, RV_OP_RELEASES},
    [SEM_WAIT] = {RV_OP_AWAIT, RV_WRITE, 0},
    [SEM_TRYWAIT] = {RV_OP_MEMORY, RV_WRITE, RV_OP_VARIES},
    [SEM_VALUE] = {RV_OP_MEMORY, RV_READ, 0},
    [RDLOCK] = {RV_OP_AWAIT, RV_ADD, 0},
    [WRLOCK] = {RV_OP_AWAIT, RV_WRITE, 0},
    [TRYRDLOCK] = {RV_OP_MEMORY, RV_WRITE, RV_OP_VARIES},
    [TRYWRLOCK] = {RV_OP_MEMORY, RV_WRITE, RV_OP_VARIES},
    [RWUNLOCK] = {RV_OP_MEMORY, RV_WRITE, RV_OP_RELEASES},
    [SIGNAL] = {RV_OP_MEMORY, RV_WRITE, RV_OP_VARIES | RV_OP_RELEASES},
    [BROADCAST] = {RV_OP_MEMORY, RV_WRITE, RV_OP_VARIES | RV_OP_RELEASES},
    [SEND] = {RV_OP_MEMORY, RV_WRITE, RV_OP_RELEASES},
    [RECEIVE] = {RV_OP_AWAIT, RV_READ, RV_OP_VARIES},
    [RECEIVE_IF_ANY] = {RV_OP_MEMORY, RV_READ, RV_OP_VARIES},
    [ATOMIC] = {RV_OP_MEMORY, 0, RV_OP_VARIES | RV_OP_BLOCK},
    [CHOOSE] = {RV_OP_CHOOSE, 0, 0},
};

static struct shape shape_of(const struct program *p, const struct instruction *i, unsigned phase) {
  static const struct shape wait[] = {{RV_OP_UNLOCK, RV_ADD, RV_OP_RELEASES},
                                      {RV_OP_AWAIT, RV_WRITE, RV_OP_VARIES},
                                      {RV_OP_LOCK, RV_READ | RV_WRITE, 0}};
  static const struct shape barrier[] = {{RV_OP_MEMORY, RV_ADD, RV_OP_RELEASES},
                                         {RV_OP_AWAIT, RV_WRITE, RV_OP_VARIES}};
  static const struct shape no_longer = {RV_OP_MEMORY, RV_WRITE, RV_OP_VARIES};
  struct shape shape = i->kind == COND_WAIT ? (phase == 1 && i->timed ? no_longer : wait[phase])
                       : i->kind == BARRIER ? barrier[phase]
                                            : shapes[i->kind];
  if (p->seed / 2 % 2) /* a system need not say so */
    shape.flags &= (uint8_t)~RV_OP_RELEASES;
  return shape;
}

/* The same for an instruction with which a thread waits, because an iteration would end. */
static struct shape waiting_shape(struct shape shape) {
  return (struct shape){RV_OP_AWAIT, shape.mode, shape.mode == RV_READ ? 0 : RV_OP_VARIES};
}

/* Where an instruction's accesses are, before it is made. */
static unsigned places(const struct program *p, const struct machine *m, unsigned thread,
                       struct variable range[MAX_PENDING]) {
  const struct instruction *const i = machine_pending(p, m, thread);
  const unsigned phase = m->thread[thread].phase;
  static const uint8_t base[] = {
      [POST] = PLACE_SEMAPHORE,      [SEM_WAIT] = PLACE_SEMAPHORE, [SEM_TRYWAIT] = PLACE_SEMAPHORE,
      [SEM_VALUE] = PLACE_SEMAPHORE, [RDLOCK] = PLACE_RWLOCK,      [WRLOCK] = PLACE_RWLOCK,
      [TRYRDLOCK] = PLACE_RWLOCK,    [TRYWRLOCK] = PLACE_RWLOCK,   [RWUNLOCK] = PLACE_RWLOCK};
  const struct variable mutex = {.offset = (uint8_t)(PLACE_MUTEX + i->mutex), .size = 1};
  const uint8_t set = (uint8_t)(PLACE_CONDITION + 2 * i->object);
  switch (i->kind) {
  case READ:
  case WRITE:
  case ADD:
  case COMBINE:
  case CAS:
  case CAS_FROM:
  case AWAIT:
    range[0] = p->var[i->var];
    range[1] = p->var[i->var2];
    return 1 + (i->kind == AWAIT && machine_reads_second(p, m, i));
  case LOCK:
  case UNLOCK:
  case TRYLOCK:
    range[0] = mutex;
    return 1;
  case COND_WAIT:
    range[0] = phase == 1 ? (struct variable){.offset = (uint8_t)(set + 1), .size = 1} : mutex;
    range[1] = (struct variable){.offset = set, .size = 1};
    return 1 + (phase == 0 || (phase == 1 && i->timed));
  case SIGNAL:
  case BROADCAST:
    range[0] = (struct variable){.offset = set, .size = 2};
    return 1;
  case BARRIER:
    range[0] = (struct variable){.offset = (uint8_t)object_round(m, thread, phase), .size = 1};
    return 1;
  case SEND:
    range[0] = (struct variable){.offset = (uint8_t)(PLACE_MAILBOX + i->thread * (1 + MAX_TAGS)),
                                 .size = 1};
    range[1] = (struct variable){.offset = (uint8_t)(range[0].offset + 1 + i->expected), .size = 1};
    range[2] = (struct variable){
        .offset = (uint8_t)(PLACE_LETTER + 2 * (thread * MAX_SENT + m->thread[thread].sent)),
        .size = 1};
    range[3] = (struct variable){.offset = (uint8_t)(range[2].offset + 1), .size = 1};
    return 4;
  case RECEIVE:
  case RECEIVE_IF_ANY:
    range[0] = (struct variable){.offset = (uint8_t)object_mailbox(thread, i), .size = 1};
    return 1;
  case ATOMIC: /* only running it tells */
  case CHOOSE:
    return 0;
  default:
    range[0] = (struct variable){.offset = (uint8_t)(base[i->kind] + i->object), .size = 1};
    return 1;
  }
}

static struct rv_op make_op(struct shape shape, const struct rv_access *access, unsigned n) {
  struct rv_op op = {.kind = shape.kind, .flags = shape.flags};
  if (n)
    op.access = access[0];
  if (n > 1) {
    op.more_count = (uint16_t)(n - 1);
    op.more = access + 1;
  }
  return op;
}

/* The operation of an instruction as it was made. */
static struct rv_op done_op(struct oracle_system *s) {
  static const uint8_t modes[] = {
      [TOUCH_READ] = RV_READ,  [TOUCH_WRITE] = RV_WRITE, [TOUCH_ADD] = RV_ADD,
      [TOUCH_LOCK] = RV_WRITE, [TOUCH_UNLOCK] = RV_ADD,  [TOUCH_REFUSED] = RV_READ};
  const struct machine_step *const made = &s->made;
  const struct instruction *const i = made->instruction;
  struct shape shape = shape_of(s->p, i, made->phase);
  if (made->waited)
    shape = waiting_shape(shape);
  for (unsigned k = 0; k < made->touches; k++) {
    const unsigned mode = modes[made->touch[k].how];
    const bool reads_too =
        mode == RV_WRITE && (i->kind == ADD || i->kind == CAS || i->kind == CAS_FROM);
    s->done[k] = access_to(made->touch[k].range, reads_too ? RV_READ | RV_WRITE : mode);
    if (made->touch[k].how == TOUCH_REFUSED)
      shape.flags |= RV_OP_FAILED;
  }
  /* A system need not know what a store replaced. */
  if (made->stores)
    shape.flags = RV_OP_BLIND | (s->p->seed % 2 ? RV_OP_REPLACED : 0);
  if (i->kind == SEND)
    shape.flags |= RV_OP_BLIND;
  struct rv_op op = make_op(shape, s->done, made->touches);
  op.choices = i->kind == CHOOSE ? i->value : 0;
  return op;
}

/* Whether the next step of a thread is a store that concerns nobody else. */
static bool is_padding(const struct oracle_system *s, unsigned thread) {
  return s->padded[thread] < s->pad && machine_pending(s->p, &s->m, thread);
}

static struct rv_op padding_of(unsigned thread) {
  return (struct rv_op){.kind = RV_OP_MEMORY, .access = {PAD_BASE + 8 * thread, 8, RV_WRITE}};
}

static bool can_go_on(const struct oracle_system *s, unsigned thread) {
  return is_padding(s, thread) || machine_enabled(s->p, &s->m, thread);
}

static bool stands_before_await(const struct oracle_system *s, unsigned thread) {
  const struct instruction *const i = machine_pending(s->p, &s->m, thread);
  return i && !is_padding(s, thread) &&
         (machine_waits(s->p, &s->m, thread) ||
          shape_of(s->p, i, s->m.thread[thread].phase).kind == RV_OP_AWAIT);
}

static void describe(struct oracle_system *s, struct rv_step *done) {
  const struct machine_step *const made = &s->made;
  memset(done, 0, sizeof *done);
  if (made->instruction) {
    done->op = done_op(s);
    done->value = made->value;
    done->expected = made->expected;
  }
  static const uint8_t kinds[] = {RV_EFFECT_CREATE, RV_EFFECT_JOIN, RV_EFFECT_END, RV_EFFECT_VOID};
  for (unsigned i = 0; i < made->n_effects; i++)
    s->effect[i] = (struct rv_effect){kinds[made->effect[i].kind], made->effect[i].thread,
                                      made->effect[i].other};
  done->effects = s->effect;
  done->n_effects = made->n_effects;
  for (unsigned t = 0; t < s->p->threads; t++)
    done->awaits |= stands_before_await(s, t);
}

static enum rv_status reset(void *self, struct rv_step *begin) {
  struct oracle_system *const s = self;
  machine_start(s->p, &s->m, &s->made);
  s->n = 0;
  memset(s->padded, 0, sizeof s->padded);
  describe(s, begin);
  return RV_OK;
}

static enum rv_status step(void *self, rv_tid thread, uint32_t choice, struct rv_step *done) {
  struct oracle_system *const s = self;
  if (thread >= s->p->threads || !can_go_on(s, thread) || s->n == MAX_EVENTS) {
    s->misuse = "a step of a thread that is not enabled";
    return RV_ENDED;
  }
  if (is_padding(s, thread)) {
    s->padded[thread]++;
    *done = (struct rv_step){.op = padding_of(thread), .awaits = stands_before_await(s, thread)};
    return RV_OK;
  }
  s->padded[thread] = 0;
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

static rv_tid twin(void *self, rv_tid thread) {
  const struct oracle_system *const s = self;
  return thread > 1 && thread <= s->p->alike ? thread - 1 : RV_NO_THREAD;
}

static uint64_t relative(void *self, rv_tid thread, uint64_t address) {
  (void)self;
  return address == PAD_BASE + 8 * thread ? PAD_BASE : address;
}

static void told_apart(void *self, rv_tid thread) {
  (void)thread;
  ((struct oracle_system *)self)->misuse = "symmetric threads were told apart";
}

static const struct rv_op *next(void *self, rv_tid thread) {
  static const struct rv_op none = {.kind = RV_OP_NONE};
  struct oracle_system *const s = self;
  const struct instruction *const i = machine_pending(s->p, &s->m, thread);
  if (!i)
    return &none;
  if (is_padding(s, thread)) {
    s->op[thread] = padding_of(thread);
    return &s->op[thread];
  }
  const unsigned phase = s->m.thread[thread].phase;
  struct shape shape = shape_of(s->p, i, phase);
  if (machine_waits(s->p, &s->m, thread))
    shape = waiting_shape(shape);
  if (i->kind == RWUNLOCK && s->m.rwlock[i->object].writer != thread + 1)
    shape.mode = RV_ADD;
  struct variable range[MAX_PENDING];
  const unsigned n = places(s->p, &s->m, thread, range);
  for (unsigned k = 0; k < n; k++)
    s->pending[thread][k] = access_to(range[k], shape.mode);
  if (i->kind == COND_WAIT && phase == 1 && n > 1)
    s->pending[thread][1].mode = RV_ADD;
  s->op[thread] = make_op(shape, s->pending[thread], n);
  s->op[thread].choices = i->kind == CHOOSE ? i->value : 0;
  return &s->op[thread];
}

/* A system may tell places apart as it likes: the code of each thread, its lines, or nothing. */
static uint64_t place(void *self, rv_tid thread) {
  const struct oracle_system *const s = self;
  const struct machine_thread *const t = &s->m.thread[thread];
  const unsigned code = thread <= s->p->alike ? 1 : thread;
  switch (s->p->seed % 8) {
  case 0:
    return 1;
  case 1:
    return 1 + t->pc;
  default:
    return 1 + (code * MAX_CODE + t->pc) * 4 + t->phase;
  }
}

static rv_tid joins(void *self, rv_tid thread) {
  const struct oracle_system *const s = self;
  const struct machine_thread *const t = &s->m.thread[thread];
  const struct code *const code = &s->p->code[thread];
  const bool waits = t->state == RUNNING && t->pc < code->n && code->at[t->pc].kind == JOIN;
  return waits ? code->at[t->pc].thread : RV_NO_THREAD;
}

static const uint64_t *enabled(void *self, size_t *words) {
  struct oracle_system *const s = self;
  s->enabled = 0;
  for (unsigned t = 0; t < s->p->threads; t++)
    s->enabled |= (uint64_t)can_go_on(s, t) << t;
  *words = 1;
  return &s->enabled;
}

static bool gives_up(void *self, rv_tid thread) {
  const struct oracle_system *const s = self;
  return !is_padding(s, thread) && machine_gives_up(s->p, &s->m, thread);
}

static bool remember(void *self) {
  struct oracle_system *const s = self;
  s->remembered = s->m;
  memcpy(s->remembered_padded, s->padded, sizeof s->padded);
  return true;
}

static bool as_remembered(void *self, const struct rv_access *except) {
  struct oracle_system *const s = self;
  if (except)
    memcpy(s->remembered.memory + (except->addr - MEMORY_BASE),
           s->m.memory + (except->addr - MEMORY_BASE), except->size);
  return memcmp(&s->remembered, &s->m, sizeof s->m) == 0 &&
         memcmp(s->remembered_padded, s->padded, sizeof s->padded) == 0;
}

static void hash_bytes(const void *bytes, size_t size, uint64_t hash[2]) {
  for (size_t i = 0; i < size; i++) {
    hash[0] = (hash[0] ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001b3);
    hash[1] = (hash[1] + ((const uint8_t *)bytes)[i]) * UINT64_C(0x9e3779b97f4a7c15);
  }
}

static bool fingerprint(void *self, uint64_t hash[2]) {
  const struct oracle_system *const s = self;
  hash[0] = UINT64_C(0xcbf29ce484222325);
  hash[1] = 1;
  hash_bytes(&s->m, sizeof s->m, hash);
  hash_bytes(s->padded, sizeof s->padded, hash);
  return true;
}

static bool is_void(void *self) {
  const struct oracle_system *const s = self;
  return machine_is_void(s->p, &s->m);
}

static enum rv_status finish(void *self, bool complete) {
  struct oracle_system *const s = self;
  if (!complete)
    return RV_OK;
  for (unsigned t = 0; t < s->p->threads; t++)
    if (can_go_on(s, t)) {
      s->misuse = "an execution called complete while a thread is enabled";
      return RV_ENDED;
    }
  if (machine_is_void(s->p, &s->m))
    return RV_OK;
  struct trace_name name;
  trace_name(s->p, &s->equivalence, s->pick, s->n, &name);
  s->repeated += !trace_set_add(&s->traces, &name);
  return RV_OK;
}

static void explored(void *self, const struct rv_replay *first, size_t stride, size_t n,
                     enum rv_ending ending) {
  struct oracle_system *const s = self;
  (void)ending;
  told_explored(&s->told, first, stride, n, s->has_reasons);
}

static void reversed(void *self, const struct rv_reversed *why) {
  struct oracle_system *const s = self;
  told_reversed(&s->told, why);
}

void oracle_system_tell(struct oracle_system *s, const struct rv_options *options) {
  s->interface.explored = explored;
  s->interface.reversed = reversed;
  s->has_reasons = options->algorithm >= RV_DPOR;
}

void oracle_system_init(struct oracle_system *s, const struct program *p,
                        const struct equivalence *equivalence, unsigned pad) {
  memset(s, 0, sizeof *s);
  s->equivalence = *equivalence;
  s->p = p;
  s->pad = pad;
  s->interface = (struct rv_system){.self = s,
                                    .reset = reset,
                                    .replay = replay,
                                    .step = step,
                                    .threads = threads,
                                    .twin = twin,
                                    .relative = relative,
                                    .told_apart = told_apart,
                                    .next = next,
                                    .enabled = enabled,
                                    .place = place,
                                    .joins = joins,
                                    .gives_up = gives_up,
                                    .remember = remember,
                                    .as_remembered = as_remembered,
                                    .fingerprint = fingerprint,
                                    .is_void = is_void,
                                    .finish = finish};
}

void oracle_system_free(struct oracle_system *s) {
  told_clear(&s->told);
  trace_set_free(&s->traces);
}

/* Much more than an explorer takes; only what is written to is there. */
static const size_t most_bytes = UINT64_C(1) << 37;

static void *reserve(void *self, size_t bytes) {
  enum { ALIGNMENT = 64 };
  struct oracle_memory *const memory = self;
  void *const block = memory->bytes + memory->n;
  memory->n += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  if (memory->n > most_bytes)
    abort();
  return block;
}

struct rv_memory oracle_memory(struct oracle_memory *memory) {
  if (!memory->bytes)
    memory->bytes = mmap(NULL, most_bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory->bytes == MAP_FAILED)
    abort();
  return (struct rv_memory){.self = memory, .reserve = reserve};
}

void oracle_memory_release(struct oracle_memory *memory) {
  if (madvise(memory->bytes, memory->n, MADV_DONTNEED))
    abort();
  memory->n = 0;
}
