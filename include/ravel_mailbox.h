/*
 * Processes that send each other messages, for programs in the style of actors. A process is a
 * thread, and every thread has a mailbox: messages are put at its end in the order in which they
 * are sent, and only the thread itself takes them out.
 *
 * To send is one step, and so is to receive. Two messages to one process are ordered (with
 * --observers, only if a receive tells them apart); sending a message and receiving another one are
 * independent. What the sender has done before is known to whoever has received the message.
 * Neither may be part of an atomic block or of a condition that is awaited. Without Ravel it works
 * too, with -pthread; a thread that waits is then busy.
 */
#ifndef RAVEL_MAILBOX_H
#define RAVEL_MAILBOX_H

#include <pthread.h>
#include <stdlib.h>

#include "ravel.h"
#include "ravel_letters.h"
#include "ravel_operations.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ravel_mailbox *ravel_process;

__attribute__((weak)) __thread ravel_process ravel_own_mailbox;

/* Inlined, so that traces show the lines of the program. */
#define RAVEL_MAILBOX_INLINE static inline __attribute__((always_inline))

/* The inside of a mailbox is not memory of the program, in which data races are looked for. */
#define RAVEL_MAILBOX_INSIDE static __attribute__((unused, noinline, no_sanitize("thread")))

RAVEL_MAILBOX_INLINE void *ravel_mailbox_memory(size_t size) {
  void *memory = calloc(1, size);
  if (!memory)
    abort();
  return memory;
}

/* Of LeakSanitizer, where a program is built with it. */
__attribute__((weak)) void __lsan_ignore_object(const void *object);

/* Memory that nobody else knows yet may be written as any other. Mailboxes are not freed: others
 * may send to a process that has ended. */
RAVEL_MAILBOX_INLINE void ravel_begin_mailbox(ravel_process process, void *(*function)(void *),
                                              void *argument) {
  if (__lsan_ignore_object)
    __lsan_ignore_object(process);
  process->end = &process->first;
  process->function = function;
  process->argument = argument;
}

RAVEL_MAILBOX_INSIDE void ravel_own_process(ravel_process self) {
  ravel_own_mailbox = self;
  if (ravel_runtime_own)
    ravel_runtime_own(self);
}

/* The process that calls it. */
RAVEL_MAILBOX_INLINE ravel_process ravel_self(void) {
  if (!ravel_own_mailbox) {
    ravel_process self = (ravel_process)ravel_mailbox_memory(sizeof *self);
    ravel_begin_mailbox(self, NULL, NULL);
    ravel_own_process(self);
  }
  return ravel_own_mailbox;
}

RAVEL_MAILBOX_INLINE void ravel_send(ravel_process to, long tag, void *data) {
  struct ravel_letter *letter = (struct ravel_letter *)ravel_mailbox_memory(sizeof *letter);
  (ravel_runtime_send ? ravel_runtime_send : ravel_really_send)(to, letter, tag, data);
}

/* Ravel's threads take turns: what is no step, or goes with one, needs a lock only where threads
 * are real. */
RAVEL_MAILBOX_INSIDE int ravel_lock_if_real(ravel_process process) {
  if (ravel_runtime_explores && ravel_runtime_explores())
    return 0;
  ravel_lock_mailbox(process);
  return 1;
}

RAVEL_MAILBOX_INSIDE void ravel_unlock_if_real(ravel_process process, int locked) {
  if (locked)
    ravel_unlock_mailbox(process);
}

/* --- receiving -----------------------------------------------------------------------------------
 */

RAVEL_MAILBOX_INLINE int ravel_get_message(long tag, int nth, int milliseconds,
                                           struct ravel_message *message) {
  return (ravel_runtime_receive ? ravel_runtime_receive : ravel_really_receive)(
      ravel_self(), tag, nth, milliseconds, message);
}

/* Takes the first message with this tag (RAVEL_ANY: the first) out of the own mailbox, and waits
 * until there is one. Other messages stay where they are. */
RAVEL_MAILBOX_INLINE struct ravel_message ravel_receive(long tag) {
  struct ravel_message message = {0, NULL};
  ravel_get_message(tag, RAVEL_TAKE, RAVEL_FOREVER, &message);
  return message;
}

/* The same with a time limit: 0 when it has passed. Ravel has no clock: the limit may have passed
 * whenever there is no such message, and every such moment is explored. */
RAVEL_MAILBOX_INLINE int ravel_receive_within(int milliseconds, long tag,
                                              struct ravel_message *message) {
  struct ravel_message taken;
  const int took = ravel_get_message(tag, RAVEL_TAKE, milliseconds, &taken);
  if (took)
    *message = taken;
  return took;
}

/* The same without waiting: 0 when there is no such message. */
RAVEL_MAILBOX_INLINE int ravel_receive_or_give_up(long tag, struct ravel_message *message) {
  return ravel_receive_within(0, tag, message);
}

/* The n-th message has been looked at: to take it is no step. */
RAVEL_MAILBOX_INSIDE void ravel_take_nth(int nth) {
  ravel_process self = ravel_own_mailbox;
  const int locked = ravel_lock_if_real(self);
  struct ravel_letter *letter = ravel_take_letter(self, RAVEL_ANY, nth);
  ravel_unlock_if_real(self, locked);
  free(letter);
}

/* Takes the first message for which matches(message, argument) is true; 0 if the time has passed
 * (RAVEL_FOREVER: there is no limit) and there is none. `matches` must depend on nothing else. To
 * look at a message is a step, so this is one step for each message that comes before the one that
 * is taken, and one more. */
RAVEL_MAILBOX_INLINE int ravel_receive_if(int (*matches)(const struct ravel_message *, void *),
                                          void *argument, int milliseconds,
                                          struct ravel_message *message) {
  for (int nth = 0;; nth++) {
    struct ravel_message next = {0, NULL};
    if (!ravel_get_message(RAVEL_ANY, nth, milliseconds, &next))
      return 0;
    if (matches(&next, argument)) {
      ravel_take_nth(nth);
      *message = next;
      return 1;
    }
  }
}

/* --- processes -----------------------------------------------------------------------------------
 */

RAVEL_MAILBOX_INSIDE void *ravel_run_process(void *process) {
  ravel_process self = (ravel_process)process;
  ravel_own_process(self);
  return self->function(self->argument);
}

RAVEL_MAILBOX_INLINE ravel_process ravel_spawn_as(void *(*run)(void *), void *(*function)(void *),
                                                  void *argument) {
  ravel_process process = (ravel_process)ravel_mailbox_memory(sizeof *process);
  pthread_t thread;
  ravel_begin_mailbox(process, function, argument);
  process->mortal = run != ravel_run_process;
  if (pthread_create(&thread, NULL, run, process) != 0)
    abort();
  pthread_detach(thread);
  return process;
}

/* A new process, which runs function(argument) and is not joined. */
RAVEL_MAILBOX_INLINE ravel_process ravel_spawn(void *(*function)(void *), void *argument) {
  return ravel_spawn_as(ravel_run_process, function, argument);
}

/* --- the end of a process ------------------------------------------------------------------------
 *
 * Where others have to know that a process has ended, it is made by ravel_spawn_mortal(): its end
 * is a step of its own. What goes with it is in the same step, and no access of the program. */

/* The watchers are kept by address: in which order they came makes no difference. */
RAVEL_MAILBOX_INSIDE void ravel_add_watcher(ravel_process process, struct ravel_watcher *watcher,
                                            ravel_process who, long tag) {
  struct ravel_watcher **link = &process->watchers;
  watcher->who = who;
  watcher->tag = tag;
  while (*link && (*link)->who < who)
    link = &(*link)->next;
  watcher->next = *link;
  *link = watcher;
}

/* The first watcher, or the one after `last`. */
RAVEL_MAILBOX_INSIDE struct ravel_watcher *
ravel_next_watcher(ravel_process process, struct ravel_watcher *last, struct ravel_watcher *next) {
  struct ravel_watcher *found = last ? last->next : process->watchers;
  if (found)
    *next = *found;
  return found;
}

RAVEL_MAILBOX_INLINE void ravel_end_process(ravel_process self) {
  const int locked = ravel_lock_if_real(self);
  __atomic_store_n(&self->ended, 1, __ATOMIC_SEQ_CST);
  struct ravel_watcher next, *watcher = ravel_next_watcher(self, NULL, &next);
  ravel_unlock_if_real(self, locked);
  for (; watcher; watcher = ravel_next_watcher(self, watcher, &next))
    ravel_send(next.who, next.tag, self);
}

static __attribute__((unused)) void ravel_end_mortal(void *self) {
  ravel_end_process((ravel_process)self);
}

static __attribute__((unused)) void *ravel_run_mortal(void *self) {
  void *result;
  pthread_cleanup_push(ravel_end_mortal, self);
  result = ravel_run_process(self);
  pthread_cleanup_pop(1);
  return result;
}

/* As ravel_spawn(); others can be told of its end. */
RAVEL_MAILBOX_INLINE ravel_process ravel_spawn_mortal(void *(*function)(void *), void *argument) {
  return ravel_spawn_as(ravel_run_mortal, function, argument);
}

/* The process that calls it ends, for this reason. One that returns ends for reason 0. */
RAVEL_MAILBOX_INLINE void ravel_exit(long reason) {
  ravel_self()->reason = reason;
  pthread_exit(NULL);
}

/* Whether it has not ended; and once it has, why it did. */
RAVEL_MAILBOX_INLINE int ravel_is_alive(ravel_process process) {
  return !__atomic_load_n(&process->ended, __ATOMIC_SEQ_CST);
}

RAVEL_MAILBOX_INLINE long ravel_reason(ravel_process process) {
  return process->reason;
}

/* What messages about the end of a process are tagged with. */
enum { RAVEL_EXIT = 62, RAVEL_DOWN = 63 };

RAVEL_MAILBOX_INLINE void ravel_watch(ravel_process process, ravel_process who, long tag) {
  struct ravel_watcher *watcher = (struct ravel_watcher *)ravel_mailbox_memory(sizeof *watcher);
  const int locked = ravel_lock_if_real(process);
  const int is_alive = ravel_is_alive(process);
  if (is_alive)
    ravel_add_watcher(process, watcher, who, tag);
  ravel_unlock_if_real(process, locked);
  if (!is_alive) {
    free(watcher);
    ravel_send(who, tag, process);
  }
}

/* When the process ends, or if it has ended, the caller gets a message with the tag RAVEL_DOWN and
 * the process as data. */
RAVEL_MAILBOX_INLINE void ravel_monitor(ravel_process process) {
  if (!process->mortal)
    abort(); /* it was not made by ravel_spawn_mortal(): its end is no event */
  ravel_watch(process, ravel_self(), RAVEL_DOWN);
}

/* The same in both directions, with the tag RAVEL_EXIT: for processes that live together. Unlike
 * in Erlang, a process that gets such a message decides by itself what to do. */
RAVEL_MAILBOX_INLINE void ravel_link(ravel_process process) {
  if (!process->mortal)
    abort();
  ravel_watch(process, ravel_self(), RAVEL_EXIT);
  if (ravel_self()->mortal)
    ravel_watch(ravel_self(), process, RAVEL_EXIT);
}

/* --- names ---------------------------------------------------------------------------------------
 */

/* A name is a variable of the program: static ravel_name server; */
typedef struct {
  ravel_process process;
} ravel_name;

/* The process that has this name; NULL: none, or one that has ended. */
RAVEL_MAILBOX_INLINE ravel_process ravel_whereis(ravel_name *name) {
  ravel_process process = __atomic_load_n(&name->process, __ATOMIC_SEQ_CST);
  return process && (!process->mortal || ravel_is_alive(process)) ? process : NULL;
}

/* Gives the process a name; 0: a process that has not ended has it. */
RAVEL_MAILBOX_INLINE int ravel_register(ravel_name *name, ravel_process process) {
  ravel_process old = __atomic_load_n(&name->process, __ATOMIC_SEQ_CST);
  do
    if (old && (!old->mortal || ravel_is_alive(old)))
      return 0;
  while (!__atomic_compare_exchange_n(&name->process, &old, process, 0, __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST));
  return 1;
}

#ifdef __cplusplus
}
#endif

#endif
