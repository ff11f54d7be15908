#include "runtime/libc_call.h"

#include <errno.h>
#include <string.h>

#include "runtime/access.h"
#include "runtime/dead_memory.h"
#include "runtime/hidden_reads.h"
#include "runtime/imports.h"
#include "runtime/libc_format.h"
#include "runtime/libc_object.h"
#include "runtime/libc_opening.h"
#include "runtime/libc_patch.h"
#include "runtime/libc_table.h"
#include "runtime/memory_errors.h"
#include "runtime/memory_files.h"
#include "runtime/outside.h"
#include "runtime/process_numbers.h"
#include "runtime/signalfd.h"
#include "runtime/spinloop.h"
#include "runtime/stream_locks.h"

/* Of one call, before it or after it. */
struct libc_ranges {
  struct plain_range list[MAX_RANGES];
  uint32_t n;
  bool after;
  const struct libc_call *call;
};

static void add_range(struct libc_ranges *ranges, struct plain_range range) {
  if (range.size == 0)
    return;
  if (ranges->n == MAX_RANGES) { /* the rest of a long list is made in several goes */
    plain_ranges(ranges->list, ranges->n, ranges->call->pc, ranges->call->frame);
    ranges->n = 0;
  }
  ranges->list[ranges->n++] = range;
}

void libc_touches(struct libc_ranges *ranges, uint64_t addr, uint64_t size, bool write) {
  add_range(ranges, (struct plain_range){addr, size, write, false, false});
}

void libc_may_write(struct libc_ranges *ranges, uint64_t addr, uint64_t size) {
  add_range(ranges, (struct plain_range){addr, size, true, !ranges->after, false});
}

void libc_remaps(struct libc_ranges *ranges, uint64_t addr, uint64_t size, bool write) {
  enum { PAGE = 4096 };
  const uint64_t most = UINT32_MAX - PAGE + 1; /* in an event */
  size = (size + PAGE - 1) & ~(uint64_t)(PAGE - 1);
  if (addr % PAGE || size > UINT64_MAX / 2)
    return; /* the call fails */
  for (uint64_t n; size > 0; addr += n, size -= n) {
    n = size < most ? size : most;
    add_range(ranges, (struct plain_range){addr, n, write, false, true});
  }
}

bool libc_has_returned(const struct libc_ranges *ranges) {
  return ranges->after;
}

/* --- how far ------------------------------------------------------------------------------------
 */

uint64_t libc_string(uint64_t addr, uint64_t most) {
  const char *const at = (const char *)addr;
  const uint64_t n = most > PTRDIFF_MAX ? strlen(at) : strnlen(at, most);
  return n < most ? n + 1 : n;
}

uint64_t libc_wide_string(uint64_t addr, uint64_t most) {
  const wchar_t *const at = (const wchar_t *)addr;
  uint64_t n = 0;
  while (n < most && at[n])
    n++;
  return (n < most ? n + 1 : n) * sizeof *at;
}

static uint64_t limit(const struct libc_call *call, const struct libc_touch *touch) {
  return touch->x == LIBC_NO_LIMIT ? UINT64_MAX : libc_argument(call, touch->x);
}

static uint64_t smaller(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

static uint64_t string_extent(uint64_t addr, uint64_t most, uint64_t size) {
  return size == 1 ? libc_string(addr, most) : libc_wide_string(addr, most);
}

/* Known before the call, and not changed by it. */
static uint64_t extent_before(const struct libc_function *row, const struct libc_touch *touch,
                              const struct libc_call *call) {
  const uint64_t addr = libc_argument(call, touch->arg);
  switch (touch->extent) {
  case LIBC_ONE:
    return touch->size;
  case LIBC_TIMES:
    return libc_argument(call, touch->x) * touch->size;
  case LIBC_PRODUCT:
    return libc_argument(call, touch->x) * libc_argument(call, touch->y);
  case LIBC_STRING:
    return string_extent(addr, UINT64_MAX, touch->size);
  case LIBC_STRING_N:
    return string_extent(addr, libc_argument(call, touch->x), touch->size);
  case LIBC_PRINTED:
    return smaller(libc_format_length(row, call), limit(call, touch));
  case LIBC_FOUND:
    return row->found(call, touch->arg);
  default:
    return limit(call, touch) * touch->size;
  }
}

static uint64_t extent_after(const struct libc_touch *touch, const struct libc_call *call) {
  const int64_t result = (int64_t)call->result[0];
  switch (touch->extent) {
  case LIBC_RESULT:
    return result > 0 ? smaller((uint64_t)result, limit(call, touch)) * touch->size : 0;
  case LIBC_LINE:
    return string_extent(libc_argument(call, touch->arg), limit(call, touch), touch->size);
  default:
    return extent_before(NULL, touch, call);
  }
}

/* --- when ---------------------------------------------------------------------------------------
 */

static bool is_known_after(const struct libc_touch *touch) {
  return touch->extent == LIBC_RESULT || touch->extent == LIBC_LINE || touch->when != LIBC_ALWAYS;
}

bool libc_has_after(const struct libc_function *row) {
  bool has = row->returned || row->format == LIBC_SCANS || row->format == LIBC_SCANS_LIST ||
             row->more_after;
  for (uint32_t i = 0; i < LIBC_MAX_TOUCHES && row->touches[i].extent; i++)
    has |= is_known_after(&row->touches[i]);
  return has;
}

static bool has_happened(const struct libc_touch *touch, uint64_t result) {
  switch (touch->when) {
  case LIBC_IF_ZERO:
    return (int)result == 0;
  case LIBC_IF_NOT_ZERO:
    return result != 0;
  case LIBC_IF_NOT_NEGATIVE:
    return (int)result >= 0;
  default:
    return true;
  }
}

static void collect_acts(const struct libc_slot *slot, struct libc_ranges *ranges) {
  struct state_acts acts = {.n = 0, .shown = -1};
  libc_object_acts(slot->row, slot->special, ranges->call, NULL, &acts);
  for (uint32_t i = 0; i < acts.n; i++)
    libc_touches(ranges, acts.list[i].addr, acts.list[i].size, acts.list[i].mode != RV_READ);
}

static void collect_before(const struct libc_slot *slot, struct libc_ranges *ranges) {
  const struct libc_function *const row = slot->row;
  const struct libc_call *const call = ranges->call;
  if (row->object && plain_is_visible())
    collect_acts(slot, ranges);
  for (uint32_t i = 0; i < LIBC_MAX_TOUCHES && row->touches[i].extent; i++) {
    const struct libc_touch *const touch = &row->touches[i];
    const uint64_t addr = libc_argument(call, touch->arg);
    const bool unsure = is_known_after(touch);
    if (addr && (!unsure || plain_is_visible()))
      add_range(ranges, (struct plain_range){addr, extent_before(row, touch, call),
                                             touch->how & LIBC_WRITES, unsure, false});
  }
  if (row->format)
    libc_format(row, call, ranges);
  if (row->more)
    row->more(call, ranges);
}

static void collect_after(const struct libc_function *row, struct libc_ranges *ranges) {
  const struct libc_call *const call = ranges->call;
  for (uint32_t i = 0; i < LIBC_MAX_TOUCHES && row->touches[i].extent; i++) {
    const struct libc_touch *const touch = &row->touches[i];
    const uint64_t addr = libc_argument(call, touch->arg);
    if (addr && is_known_after(touch) && has_happened(touch, call->result[0]))
      libc_touches(ranges, addr, extent_after(touch, call), touch->how & LIBC_WRITES);
  }
  if (row->format)
    libc_format(row, call, ranges);
  if (row->more_after)
    row->more(call, ranges);
}

/* --- before and after ---------------------------------------------------------------------------
 */

static bool has_grown(const struct libc_ranges *before, const struct libc_ranges *now) {
  if (now->n != before->n)
    return true;
  for (uint32_t i = 0; i < now->n; i++)
    if (now->list[i].addr != before->list[i].addr || now->list[i].size > before->list[i].size)
      return true;
  return false;
}

/* While the thread was not scheduled, others may have changed the memory that decides how much the
 * call accesses. The last event before the call covers all of it. */
static void touch_before(const struct libc_slot *slot, const struct libc_call *call) {
  struct libc_ranges ranges = {.n = 0, .call = call}, now = {.n = 0, .call = call};
  collect_before(slot, &ranges);
  while (ranges.n > 0) {
    plain_ranges(ranges.list, ranges.n, call->pc, call->frame);
    if (!plain_is_visible())
      return;
    now.n = 0;
    collect_before(slot, &now);
    if (!has_grown(&ranges, &now))
      return;
    ranges = now;
  }
}

/* What was announced as visible only remains to be checked. */
static void touch_after(const struct libc_function *row, const struct libc_call *call) {
  struct libc_ranges ranges = {.n = 0, .after = true, .call = call};
  collect_after(row, &ranges);
  for (uint32_t i = 0; i < ranges.n; i++) {
    const struct plain_range *range = &ranges.list[i];
    if (plain_is_visible())
      memory_check(range->addr, range->size, range->write, call->pc, call->frame);
    else
      plain_access(range->addr, range->size, range->write, call->pc, call->frame);
  }
}

static const char *path_to_open(const char *name, const struct libc_call *call) {
  const char *open = strstr(name, "open");
  if (!open || (open != name && strncmp(name, "fopen", 5) != 0))
    return NULL;
  return (const char *)(uintptr_t)libc_argument(call, strncmp(name, "openat", 6) == 0);
}

/* Where plain accesses are events, what the call acts on is part of the same event: its place is a
 * range like the others. A call that may have to wait does that first. */
static bool act_with_memory(const struct libc_slot *slot, const struct libc_call *call) {
  struct state_acts acts = {.n = 0, .shown = -1};
  struct descriptor_wish wish;
  if (!plain_is_visible())
    return false;
  libc_object_acts(slot->row, slot->special, call, &wish, &acts);
  return !acts.blocking;
}

/* What is called in the place of a function whose wait a signal has ended, or that gives up. */
static int64_t is_interrupted(void) {
  errno = EINTR;
  return -1;
}

static int64_t gives_up(void) {
  errno = EAGAIN;
  return -1;
}

/* While the thread was not scheduled, the descriptor may have been closed and its number reused.
 * The last event before the call is on the object that it really acts on. False: the wait has ended
 * without it, and something else is to be called. */
static bool act_before(const struct libc_slot *slot, struct libc_call *call) {
  struct state_acts acts = {.n = 0, .shown = -1}, said;
  struct descriptor_wish wish;
  libc_object_acts(slot->row, slot->special, call, &wish, &acts);
  do {
    said = acts;
    state_act(&acts, call->pc);
    if (acts.ended) {
      call->real = (void *)is_interrupted;
      return false;
    }
    if (acts.n == 0)
      return true;
    acts = (struct state_acts){.n = 0, .shown = -1};
    libc_object_acts(slot->row, slot->special, call, &wish, &acts);
  } while (!state_acts_alike(&acts, &said));
  if (!descriptor_gives_up(&acts, &wish))
    return true;
  call->real = (void *)gives_up;
  return false;
}

/* Whether the call would wait in the kernel, where no other thread goes on. */
static bool would_wait(const struct libc_slot *slot, const struct libc_call *call) {
  struct state_acts acts = {.n = 0, .shown = -1};
  struct descriptor_wish wish;
  libc_object_acts(slot->row, slot->special, call, &wish, &acts);
  return state_would_block(&acts);
}

/* The events of a call. Where plain accesses are events, those follow the wait, and other threads
 * may have taken by then what it has waited for: it waits again. False: the wait has ended
 * without the call, and something else is to be called. */
static bool announce(const struct libc_slot *slot, struct libc_call *call) {
  do {
    if (slot->row->object && !act_with_memory(slot, call) && !act_before(slot, call))
      return false;
    touch_before(slot, call);
  } while (slot->row->object && plain_is_visible() && !rt.solo && would_wait(slot, call));
  return true;
}

/* A function that is in no table may do anything: a loop that calls it in each turn is no spin
 * loop, and it may read whatever others store. The verdict names it, and those that are known in
 * part. */
static void call_unknown(uint64_t slot) {
  if (!libc_slot(slot)->row || !libc_slot(slot)->row->instead)
    libc_slot_is_unknown(slot);
  not_spinning();
  hidden_reads_anywhere();
  dead_memory_may_be_read();
}

enum { STACK_WORDS = 4 }; /* of a function with a fixed number of arguments */

/* True: the function is to be called, and libc_after() after it. False: it is to be jumped to. */
static bool before(struct libc_call *call) {
  const struct libc_slot *const slot = libc_slot(call->slot);
  call->real = slot->real;
  if (!rt.current)
    return false;
  if (slot->row && unlikely(slot->row->numbers))
    numbers_in_arguments(slot->row, call);
  if (rt.plain == PLAIN_NOTHING)
    return false;
  if (unlikely(slot->keeps))
    state_is_kept(slot->name, slot->keeps == LIBC_KEEPS_LASTING);
  if (!slot->row || slot->row->unknown || slot->row->object)
    outside_called(slot->name, path_to_open(slot->name, call));
  if (!slot->row || slot->row->unknown)
    call_unknown(call->slot);
  if (!slot->row)
    return false;
  if (slot->row->object && slot->row->mode != LIBC_LOOK)
    not_spinning();
  if (!announce(slot, call))
    return false;
  if (slot->special && !opening_goes_on(slot->special, call)) {
    call->real = (void *)is_interrupted;
    return false;
  }
  if (slot->file)
    numbers_in_path(slot->file, call);
  const bool in_memory = slot->file && memory_files_redirect(slot->file, call);
  if (slot->row->object) {
    libc_object_begins(slot->row, slot->special, call, in_memory);
    signalfd_answers(slot->name, call);
  }
  call->words = slot->row->format ? libc_format_words(slot->row, call) : STACK_WORDS;
  return slot->has_after;
}

/* The stream that it works on, if that is to be locked until the call has returned. */
static void *lock_stream(const struct libc_call *call) {
  const struct libc_slot *const slot = libc_slot(call->slot);
  if (!rt.current || !slot->locks || rt.plain == PLAIN_NOTHING)
    return NULL;
  FILE *const stream = libc_object_stream(slot->row, call);
  return stream_lock_for_call(stream, call->pc, call->frame) ? stream : NULL;
}

bool libc_before(struct libc_call *call) {
  const int error = errno;
  call->words = 0; /* of what is called in the place of a function */
  call->locked = lock_stream(call);
  const bool has_after = before(call) || call->locked;
  if (rt.current)
    wipe_if_loops(); /* a recording leaves more there */
  errno = error;
  return has_after;
}

void libc_after(struct libc_call *call) {
  const int error = errno;
  const struct libc_slot *const slot = libc_slot(call->slot);
  const struct libc_function *const row = slot->row;
  touch_after(row, call);
  if (row->returned)
    row->returned(call);
  if (slot->special)
    libc_object_returned(slot->special, call);
  if (unlikely(call->locked))
    stream_unlock_after_call(call->locked, call->pc);
  wipe_if_loops();
  errno = error;
}

long libc_call_for(const char *name, const long *arguments, uint64_t pc, void *frame) {
  const int64_t slot = libc_slot_of(name);
  if (slot < 0)
    __builtin_trap(); /* whoever names it has looked */
  struct libc_call call = {.slot = (uint64_t)slot, .pc = pc, .frame = frame};
  for (int i = 0; i < 6; i++)
    call.integer[i] = (uint64_t)arguments[i];
  if (import_keeps(name) != LIBC_KEEPS_NOTHING) /* which no import has told */
    state_is_kept(name, import_keeps(name) == LIBC_KEEPS_LASTING);
  const bool has_after = libc_before(&call);
  long (*const function)(uint64_t, ...) = (long (*)(uint64_t, ...))call.real;
  call.result[0] = (uint64_t)function(call.integer[0], call.integer[1], call.integer[2],
                                      call.integer[3], call.integer[4], call.integer[5]);
  if (has_after)
    libc_after(&call);
  return (long)call.result[0];
}

_Static_assert(sizeof(struct libc_call) <= 272 && sizeof(struct libc_call) % 8 == 0, "libc_stub.S");
_Static_assert(offsetof(struct libc_call, floating) == 8 * LIBC_REGISTERS, "libc_stub.S");
_Static_assert(offsetof(struct libc_call, other) == 8 * LIBC_REGISTERS + 128, "libc_stub.S");
_Static_assert(offsetof(struct libc_call, result) == 8 * LIBC_REGISTERS + 184, "libc_stub.S");
