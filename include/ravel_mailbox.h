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

RAVEL_MAILBOX_INSIDE void ravel_begin_mailbox(ravel_process process, void *(*function)(void *),
                                              void *argument) {
  process->end = &process->first;
  process->function = function;
  process->argument = argument;
}

RAVEL_MAILBOX_INSIDE void *ravel_begin_process(void *arg) {
  ravel_process self = (ravel_process)arg;
  ravel_own_mailbox = self;
  if (ravel_runtime_own)
    ravel_runtime_own(self);
  return self->function(self->argument);
}

/* The process that calls it. */
RAVEL_MAILBOX_INLINE ravel_process ravel_self(void) {
  if (!ravel_own_mailbox) {
    ravel_own_mailbox = (ravel_process)ravel_mailbox_memory(sizeof *ravel_own_mailbox);
    ravel_begin_mailbox(ravel_own_mailbox, NULL, NULL);
    if (ravel_runtime_own)
      ravel_runtime_own(ravel_own_mailbox);
  }
  return ravel_own_mailbox;
}

/* A new process, which runs function(argument) and is not joined. */
RAVEL_MAILBOX_INLINE ravel_process ravel_spawn(void *(*function)(void *), void *argument) {
  ravel_process process = (ravel_process)ravel_mailbox_memory(sizeof *process);
  pthread_t thread;
  ravel_begin_mailbox(process, function, argument);
  if (pthread_create(&thread, NULL, ravel_begin_process, process) != 0)
    abort();
  pthread_detach(thread);
  return process;
}

RAVEL_MAILBOX_INLINE void ravel_send(ravel_process to, long tag, void *data) {
  struct ravel_letter *letter = (struct ravel_letter *)ravel_mailbox_memory(sizeof *letter);
  (ravel_runtime_send ? ravel_runtime_send : ravel_really_send)(to, letter, tag, data);
}

RAVEL_MAILBOX_INLINE int ravel_take_message(long tag, int waits, struct ravel_message *message) {
  return (ravel_runtime_receive ? ravel_runtime_receive : ravel_really_receive)(ravel_self(), tag,
                                                                                waits, message);
}

/* Takes the first message with this tag (RAVEL_ANY: the first) out of the own mailbox, and waits
 * until there is one. Other messages stay where they are. */
RAVEL_MAILBOX_INLINE struct ravel_message ravel_receive(long tag) {
  struct ravel_message message = {0, NULL};
  ravel_take_message(tag, 1, &message);
  return message;
}

/* The same with a time limit: 0 when it has passed, which can be whenever there is no such message.
 */
RAVEL_MAILBOX_INLINE int ravel_receive_or_give_up(long tag, struct ravel_message *message) {
  struct ravel_message taken;
  const int took = ravel_take_message(tag, 0, &taken);
  if (took)
    *message = taken;
  return took;
}

#ifdef __cplusplus
}
#endif

#endif
