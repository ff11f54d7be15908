/*
 * Mailboxes: the other side of include/ravel_mailbox.h. The list of letters is the program's
 * memory; it is handled here, and no part of it is accessed visibly.
 *
 * Operations claim to access places in which nothing is stored. A send writes the place of the
 * mailbox, the place of its tag there, and two places of its letter. A pending receive reads the
 * place of what it asks for; one that took a letter has read that letter's place. So a receive
 * depends on the message that it takes, or, if it finds none, on all messages that it could have
 * taken.
 */
#include "ravel_letters.h"

#include "runtime/atomic_block.h"
#include "runtime/error.h"
#include "runtime/heap.h"
#include "runtime/hidden_reads.h"
#include "runtime/object.h"
#include "runtime/record.h"
#include "runtime/spinloop.h"

/* What a thread asks for; on its stack while it waits. */
struct wish {
  struct ravel_mailbox *mailbox;
  long tag;
  int nth; /* RAVEL_TAKE: takes it; else it looks at this one */
};

static bool is_there(struct thread *thread) {
  const struct wish *wish = thread->ticket;
  return *ravel_find_letter(wish->mailbox, wish->tag, wish->nth) != NULL;
}

static void mailbox_describe(const struct thread *thread, struct shared_wait *wait) {
  wait->kind = WAIT_MESSAGE;
  wait->object = 0;
  wait->tag = ((const struct wish *)thread->ticket)->tag;
}

static const struct blocking until_it_is_there = {is_there, mailbox_describe};
static const struct trial insisting = {RV_OP_AWAIT, RV_READ, RV_OP_VARIES, &until_it_is_there};

static struct rv_access mailbox_place(const char *addr, uint32_t mode) {
  return (struct rv_access){(uintptr_t)addr, 1, mode};
}

static const char *mailbox_place_of(const struct ravel_mailbox *mailbox, long tag) {
  return &mailbox->tags[(unsigned long)tag % RAVEL_TAG_PLACES];
}

static void refuse_inside(const char *what, uint64_t pc, void *frame) {
  if (in_atomic_block())
    atomic_block_refuse(what, pc, frame);
  if (rt.current->await)
    fail(ERROR_UNSUPPORTED, pc, frame, "%s in a condition that is awaited", what);
}

static void mailbox_tell(enum record_kind kind, rv_tid other, long tag, const void *data,
                         uint64_t pc) {
  struct record *line = record(kind, pc);
  if (!line)
    return;
  line->other = other;
  line->size = sizeof data;
  line->value = (uint64_t)tag;
  line->stored = (uintptr_t)data;
}

/* --- receiving -----------------------------------------------------------------------------------
 */

/* Waits for its turn. True: it has to give up, whatever is there. */
static bool stand(const struct wish *wish, bool waits, uint64_t pc, void *entry) {
  const bool any = wish->tag == RAVEL_ANY;
  const char *at = any ? &wish->mailbox->whatever : mailbox_place_of(wish->mailbox, wish->tag);
  const struct rv_op op = {.kind = waits ? RV_OP_AWAIT : RV_OP_MEMORY,
                           .flags = RV_OP_VARIES,
                           .access = mailbox_place(at, RV_READ)};
  /* Tags that share a place are not told apart by what looks for loops. */
  if (!waits && (any || (unsigned long)wish->tag < RAVEL_TAG_PLACES))
    return visible_try(&op, &insisting, true, pc, entry);
  (waits ? visible_operation : visible_timed)(&op, &until_it_is_there, pc);
  return false;
}

static rv_tid sender_of(const struct ravel_letter *letter) {
  struct heap_block block;
  return heap_find((uintptr_t)letter, &block) ? block.allocated_by : RV_NO_THREAD;
}

/* It has found this letter, and takes it unless it only looks. */
static void mailbox_find(const struct wish *wish, struct ravel_letter *letter,
                         struct ravel_message *message, uint64_t pc) {
  const bool takes = wish->nth == RAVEL_TAKE;
  *message = letter->message;
  object_acquire(letter);
  performed((uintptr_t)letter);
  rt.step.op.access =
      mailbox_place(wish->tag == RAVEL_ANY ? &letter->as_any : &letter->by_tag, RV_READ);
  if (unlikely(rt.telling))
    mailbox_tell(takes ? RECORD_RECEIVE : RECORD_LOOK_AT_MESSAGE, sender_of(letter), message->tag,
                 message->data, pc);
  if (!takes)
    return;
  not_spinning();
  ravel_take_letter(wish->mailbox, wish->tag, wish->nth);
  heap_free(rt.current->tid, letter, pc);
}

EXPORT int ravel_runtime_receive(struct ravel_mailbox *self, long tag, int nth, int milliseconds,
                                 struct ravel_message *message) {
  if (!rt.current)
    return ravel_really_receive(self, tag, nth, milliseconds, message);
  refuse_inside("receiving a message", CALLER, FRAME);
  const struct wish wish = {self, tag, nth};
  rt.current->ticket = (void *)&wish;
  if (unlikely(rt.solo))
    hidden_read((uintptr_t)&self->whatever, sizeof self->whatever);
  const bool gives_up = stand(&wish, milliseconds == RAVEL_FOREVER, CALLER, ENTRY);
  struct ravel_letter *letter = gives_up ? NULL : *ravel_find_letter(self, tag, nth);
  if (letter) {
    mailbox_find(&wish, letter, message, CALLER);
  } else {
    performed(0);
    mailbox_tell(RECORD_NO_MESSAGE, RV_NO_THREAD, tag, NULL, CALLER);
  }
  return letter != NULL;
}

/* --- sending -------------------------------------------------------------------------------------
 */

EXPORT void ravel_runtime_send(struct ravel_mailbox *to, struct ravel_letter *letter, long tag,
                               void *data) {
  if (!rt.current) {
    ravel_really_send(to, letter, tag, data);
    return;
  }
  refuse_inside("sending a message", CALLER, FRAME);
  const struct rv_access others[] = {mailbox_place(mailbox_place_of(to, tag), RV_WRITE),
                                     mailbox_place(&letter->by_tag, RV_WRITE),
                                     mailbox_place(&letter->as_any, RV_WRITE)};
  const uint32_t blind = blind_store((uintptr_t)&to->whatever, sizeof to->whatever);
  visible_operation(&(struct rv_op){.kind = RV_OP_MEMORY,
                                    .flags = (uint8_t)(RV_OP_RELEASES | blind),
                                    .access = mailbox_place(&to->whatever, RV_WRITE),
                                    .more = others,
                                    .more_count = sizeof others / sizeof *others},
                    NULL, CALLER);
  ravel_put_letter(to, letter, tag, data);
  object_release(letter);
  performed(0);
  mailbox_tell(RECORD_SEND, to->owner, tag, data, CALLER);
}

/* The current thread is who takes letters out of this one, and begins with its function. */
EXPORT void ravel_runtime_own(struct ravel_mailbox *mailbox) {
  if (!rt.current)
    return;
  mailbox->owner = rt.current->tid;
  rt.current->mailbox = mailbox;
  if (mailbox->function)
    rt.shared->threads[mailbox->owner].start = (uintptr_t)mailbox->function;
}
