#include "runtime/late_read.h"

#include <string.h>

#include "runtime/access.h"
#include "runtime/kept_stand.h"
#include "runtime/liveness.h"
#include "runtime/local_state.h"
#include "runtime/spinloop.h"
#include "runtime/tried_accesses.h"
#include "runtime/turn_places.h"

static struct {
  const struct turn *first; /* with which the first operation began; NULL: there is none */
  bool kept, under_way;
  uint64_t found; /* by the second */
} late;

/* The operation that the thread stands before can take the place of the first. */
static bool is_the_same(const struct thread *thread, const struct turn *first) {
  const struct rv_access *access = &thread->pending.access;
  if (!first->hook || thread->hook.pc != thread->pc || !same_range(&first->access, access) ||
      !(first->access.mode & RV_READ))
    return false;
  if (first->access.mode == RV_READ) /* it must not order less */
    return (!thread->hook.function || thread->hook.function == first->hook) &&
           (datarace_order_acquires(thread->hook.order) || !datarace_order_acquires(first->order));
  return thread->hook.function == first->hook && thread->hook.order == first->order &&
         memcmp(first->operands, thread->operands, sizeof first->operands) == 0;
}

static bool stack_is_its_own(const struct turns *turns, const struct turn *turn) {
  for (uint32_t i = 0; i < turns->n_touched; i++)
    if (turns->touched[i].steps >= turn->steps)
      return false;
  return true;
}

void late_read_look(const struct turns *turns, const struct turn *round) {
#if defined(__x86_64__)
  const struct rv_access *last = &rt.step.op.access;
  if (!(last->mode & RV_READ) || last->size > 8 || liveness_reads_unseen(round->pc))
    return;
  for (uint32_t i = 0; i < turns->n; i++) {
    const struct turn *turn = &turns->turns[i];
    if (turn->hook && turn->pc != rt.step_pc && same_range(&turn->access, last) &&
        turn->access.mode == last->mode) {
      turn_note_last(rt.step_pc);
      return;
    }
  }
  if (same_range(&round->before.access, last) && round->before.access.mode == last->mode &&
      round->before.pc != rt.step_pc)
    turn_note_head(round->before.pc);
#else
  (void)turns;
  (void)round;
#endif
}

bool late_read_try(const struct thread *thread) {
  const struct turns *turns = turns_of(thread);
  late.kept = late.under_way = false;
  late.first = NULL;
  for (uint32_t i = 0; thread->turning && i < turns->n; i++) {
    const struct turn *turn = &turns->turns[i];
    if (turn->steps < turns->steps && is_the_same(thread, turn) && stack_is_its_own(turns, turn) &&
        turn_leaves_only_plain(thread, turns, turn) &&
        (!late.first || late.first->steps < turn->steps))
      late.first = turn;
  }
  return late.first;
}

void late_read_keep(struct thread *self, const void *entry) {
  const uint32_t mode = rt.step.op.access.mode;
  if (!late.first || mode != late.first->access.mode || late.first->registers != self->registers)
    return;
  late.found = rt.step.value;
  late.kept = kept_stand_keep(self, entry);
  iteration_leave();
}

#if defined(__x86_64__)

/* The hook returns to the program, with a result. */
void late_read_return(void);
__asm__(".text\n"
        "late_read_return:\n"
        "  popq %rax\n"
        "  ret\n");

/* What switch_stack() pops, and then late_read_return(). */
struct frame {
  uint64_t control, r15, r14, r13, r12, rbx, rbp, after, result, pc;
};
/* What a hook has saved of its caller (ENTRY). */
struct saved {
  uint64_t rbx, r12, r13, r14, r15, rbp, pc;
};

/* As if the hook had found this value. */
static void return_to_program(struct thread *thread, const char *from, uint64_t value,
                              uint64_t control) {
  struct saved saved;
  memcpy(&saved, from, sizeof saved);
  struct frame *frame = (struct frame *)(void *)((char *)from + sizeof saved - sizeof *frame);
  *frame = (struct frame){.control = control,
                          .r15 = saved.r15,
                          .r14 = saved.r14,
                          .r13 = saved.r13,
                          .r12 = saved.r12,
                          .rbx = saved.rbx,
                          .rbp = saved.rbp,
                          .after = (uint64_t)(uintptr_t)late_read_return,
                          .result = value,
                          .pc = saved.pc};
  thread->sp = frame;
}

bool late_read_begin(struct thread *thread, uint64_t left) {
  if (!late.kept)
    return false;
  struct turns *turns = turns_of(thread);
  const struct turn *first = late.first;
  uint64_t control;
  memcpy(&control, thread->sp, sizeof control);
  local_state_put_back(turns->local[first - turns->turns], thread, (char *)first->from);
  return_to_program(thread, first->from, late.found, control);
  memcpy((void *)(uintptr_t)first->access.addr, &left, first->access.size);
  late.kept = false;
  late.under_way = true;
  return true;
}

#else

bool late_read_begin(struct thread *thread, uint64_t left) {
  (void)thread;
  (void)left;
  return false;
}

#endif

bool late_read_is_under_way(void) {
  return late.under_way;
}

bool late_read_is_same(struct thread *self, const void *entry, uint32_t *turn) {
  *turn = (uint32_t)(late.first - turns_of(self)->turns);
  return kept_stand_is_same(self, entry);
}

bool late_read_overwrites(const struct thread *thread) {
  const struct turns *turns = turns_of(thread);
  for (uint32_t i = late.first->writes; i < turns->n_writes; i++) {
    const struct turn_write *write = &turns->writes[i];
    if (write->plain && !tried_accesses_overwrite(&write->access))
      return false;
  }
  return true;
}
