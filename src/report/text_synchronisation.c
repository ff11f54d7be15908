#include "report/text_synchronisation.h"

#include "ravel_letters.h"
#include "report/text.h"

static const char *wakes_text(struct arena *arena, const struct trace_event *event) {
  if (event->value == 0)
    return "nobody waits";
  if (event->kind == RECORD_BROADCAST)
    return arena_printf(arena, "wakes %s", counted(event->value, "waiter"));
  if (event->value == 1)
    return "wakes the only waiter";
  return arena_printf(arena, "wakes one of %s", counted(event->value, "waiter"));
}

static const char *woken_text(struct arena *arena, const struct trace_event *event) {
  switch ((enum woken_by)event->value) {
  case WOKEN_BY_NOTHING:
    return arena_printf(arena, "wakes up spuriously from %s", event->object);
  case WOKEN_BY_TIME:
    return arena_printf(arena, "times out waiting on %s", event->object);
  case WOKEN_BY_CANCEL:
    return arena_printf(arena, "is cancelled while it waits on %s", event->object);
  case WOKEN_BY_SIGNAL:
    break;
  }
  return arena_printf(arena, "is woken from %s", event->object);
}

static bool tag_is_any(uint64_t tag) {
  return (int64_t)tag == RAVEL_ANY;
}

const char *synchronisation_text(struct arena *arena, const struct trace_event *event) {
  const char *object = event->object;
  const unsigned long long value = event->value, stored = event->stored;
  switch (event->kind) {
  case RECORD_INIT:
    return arena_printf(arena, "initialises %s", object);
  case RECORD_DESTROY:
    return arena_printf(arena, "destroys %s", object);
  case RECORD_TIMEOUT:
    return arena_printf(arena, "times out waiting for %s", object);
  case RECORD_WAIT:
    return arena_printf(arena, "waits on %s", object);
  case RECORD_WOKEN:
    return woken_text(arena, event);
  case RECORD_SIGNAL:
    return arena_printf(arena, "signals %s (%s)", object, wakes_text(arena, event));
  case RECORD_BROADCAST:
    return arena_printf(arena, "broadcasts %s (%s)", object, wakes_text(arena, event));
  case RECORD_POST:
    return arena_printf(arena, "posts %s (now %llu)", object, stored);
  case RECORD_TAKE:
    return arena_printf(arena, "takes one from %s (now %llu)", object, stored);
  case RECORD_TRY_TAKE:
    return arena_printf(arena, "tries to take one from %s: it is 0", object);
  case RECORD_GET_VALUE:
    return arena_printf(arena, "reads the value of %s: %llu", object, value);
  case RECORD_STATE_LOOK:
    return arena_printf(arena, "looks at %s", object);
  case RECORD_STATE_ADD:
    return arena_printf(arena, "adds to %s", object);
  case RECORD_STATE_CHANGE:
    return arena_printf(arena, "changes %s", object);
  case RECORD_OPEN:
    return arena_printf(arena, "opens %s", object);
  case RECORD_CLOSE:
    return arena_printf(arena, "closes %s", object);
  case RECORD_UNLINK:
    return arena_printf(arena, "removes the name of %s", object);
  case RECORD_RDLOCK:
    return arena_printf(arena, "locks %s for reading", object);
  case RECORD_WRLOCK:
    return arena_printf(arena, "locks %s for writing", object);
  case RECORD_TRY_RDLOCK:
    return arena_printf(arena, "tries to lock %s for reading: %s", object,
                        value ? "held" : "got it");
  case RECORD_TRY_WRLOCK:
    return arena_printf(arena, "tries to lock %s for writing: %s", object,
                        value ? "held" : "got it");
  case RECORD_ARRIVE:
    return arena_printf(arena, "arrives at %s (%llu of %llu)", object, value, stored);
  case RECORD_LEAVE:
    return arena_printf(arena, "leaves %s%s", object, value ? " as the first one" : "");
  case RECORD_ONCE:
    return arena_printf(arena, value ? "finds %s done" : "begins to do %s", object);
  case RECORD_ONCE_DONE:
    return arena_printf(arena, value ? "has done %s" : "gives up doing %s", object);
  case RECORD_FUTEX_WAIT:
    return arena_printf(arena, "waits to be woken at %s", object);
  case RECORD_FUTEX_DIFFERS:
    return arena_printf(arena, "need not wait at %s", object);
  case RECORD_FUTEX_WOKEN:
    return arena_printf(arena, "is woken at %s", object);
  case RECORD_NO_MESSAGE:
    return tag_is_any(value)
               ? "finds no message"
               : arena_printf(arena, "finds no message with tag %lld", (long long)value);
  case RECORD_FUTEX_WAKE:
    return arena_printf(arena, "wakes %llu of %s at %s", value, counted(stored, "waiter"), object);
  }
  return "?";
}

static const char *held_text(struct arena *arena, const char *what, const struct trace *trace,
                             const struct trace_wait *wait) {
  return arena_printf(arena, "for %s %s, held by %s", what, wait->object,
                      trace_thread_name(trace, wait->holder));
}

const char *wait_text(struct arena *arena, const struct trace *trace,
                      const struct trace_wait *wait) {
  switch ((enum wait_kind)wait->kind) {
  case WAIT_MUTEX:
    return held_text(arena, "mutex", trace, wait);
  case WAIT_RWLOCK:
    return held_text(arena, "read-write lock", trace, wait);
  case WAIT_SPIN:
    return held_text(arena, "spin lock", trace, wait);
  case WAIT_JOIN:
    return arena_printf(arena, "for %s to end", trace_thread_name(trace, wait->holder));
  case WAIT_LOOP:
    return arena_printf(arena, "in a loop for %s to change",
                        *wait->object ? wait->object : "memory");
  case WAIT_AWAIT:
    return arena_printf(arena, "for %s to change", *wait->object ? wait->object : "its condition");
  case WAIT_COND:
    return arena_printf(arena, "for a signal of condition variable %s", wait->object);
  case WAIT_SEMAPHORE:
    return arena_printf(arena, "for a post of semaphore %s", wait->object);
  case WAIT_MESSAGE:
    return tag_is_any(wait->tag)
               ? "for a message"
               : arena_printf(arena, "for a message with tag %lld", (long long)wait->tag);
  case WAIT_TO_READ:
    return arena_printf(arena, "to read from descriptor %lld", (long long)wait->tag);
  case WAIT_TO_WRITE:
    return arena_printf(arena, "to write to descriptor %lld", (long long)wait->tag);
  case WAIT_TO_LOCK:
    return arena_printf(arena, "to lock the file of descriptor %lld", (long long)wait->tag);
  case WAIT_TO_LOCK_STREAM:
    return arena_printf(arena, "to lock the stream of descriptor %lld, which %s has locked",
                        (long long)wait->tag, trace_thread_name(trace, wait->holder));
  case WAIT_TO_OPEN:
    return arena_printf(arena, "for another thread to open the pipe for %s",
                        wait->tag ? "writing" : "reading");
  case WAIT_SIGNAL:
    return "for a signal";
  case WAIT_TEAM:
    return wait->missing
               ? arena_printf(arena, "for %s of its team", counted(wait->missing, "more thread"))
               : "for its next parallel region";
  case WAIT_TASKS:
    return arena_printf(arena, "for %s to end", counted(wait->missing, "task"));
  case WAIT_TO_POLL:
    return wait->missing == 1 ? arena_printf(arena, "for descriptor %lld", (long long)wait->tag)
                              : arena_printf(arena, "for any of %u descriptors", wait->missing);
  case WAIT_FUTEX:
    return arena_printf(arena, "to be woken at %s", wait->object);
  case WAIT_BARRIER:
    return arena_printf(arena, "for %s at barrier %s", counted(wait->missing, "more thread"),
                        wait->object);
  case WAIT_ONCE:
    return arena_printf(arena, "for %s to finish %s", trace_thread_name(trace, wait->holder),
                        wait->object);
  }
  return "for something";
}
