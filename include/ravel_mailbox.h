/*
 * Processes that send each other messages, for programs in the style of actors. A process is a
 * thread, and every thread has a mailbox: messages are put at its end in the order in which they
 * are sent, and only the thread itself takes them out.
 *
 * To send is one step, and so is to receive. Two messages to one process are ordered; sending a
 * message and receiving another one are independent. Without Ravel it works too, with -pthread; a
 * thread that waits is then busy.
 */
#ifndef RAVEL_MAILBOX_H
#define RAVEL_MAILBOX_H

#include <pthread.h>
#include <stdlib.h>

#include "ravel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Inlined, so that traces show the lines of the program. */
#define RAVEL_MAILBOX_INLINE static inline __attribute__((always_inline))

struct ravel_message {
  long tag; /* what a receive can ask for; not negative */
  void *data;
};

struct ravel_letter {
  struct ravel_message message;
  struct ravel_letter *next; /* what came after it */
  int taken;                 /* the owner's alone */
};

/* A list that begins with a letter that has been taken. The link of the last one is what the next
 * message will change, and so what a receiver who has found nothing else has looked at. */
typedef struct ravel_mailbox {
  struct ravel_letter *last;
  struct ravel_letter *first; /* the owner's alone */
  void *(*function)(void *);
  void *argument;
} * ravel_process;

enum { RAVEL_ANY = -1 }; /* as a tag: whatever comes */

__attribute__((weak)) __thread ravel_process ravel_own_mailbox;
__attribute__((weak)) char ravel_mailboxes_locked; /* where nothing makes ravel_atomic atomic */

RAVEL_MAILBOX_INLINE void ravel_mailbox_enter(void) {
  if (ravel_runtime_atomic_begin)
    ravel_runtime_atomic_begin();
  else
    while (__atomic_test_and_set(&ravel_mailboxes_locked, __ATOMIC_ACQUIRE))
      ;
}

RAVEL_MAILBOX_INLINE void ravel_mailbox_leave(void) {
  if (ravel_runtime_atomic_end)
    ravel_runtime_atomic_end();
  else
    __atomic_clear(&ravel_mailboxes_locked, __ATOMIC_RELEASE);
}

RAVEL_MAILBOX_INLINE void *ravel_mailbox_memory(size_t size) {
  void *memory = calloc(1, size);
  if (!memory)
    abort();
  return memory;
}

static inline ravel_process ravel_new_mailbox(void) {
  ravel_process process = (ravel_process)ravel_mailbox_memory(sizeof *process);
  process->first = (struct ravel_letter *)ravel_mailbox_memory(sizeof *process->first);
  process->first->taken = 1;
  process->last = process->first;
  return process;
}

static inline void *ravel_begin_process(void *arg) {
  ravel_own_mailbox = (ravel_process)arg;
  return ravel_own_mailbox->function(ravel_own_mailbox->argument);
}

/* The process that calls it. */
static inline ravel_process ravel_self(void) {
  if (!ravel_own_mailbox)
    ravel_own_mailbox = ravel_new_mailbox();
  return ravel_own_mailbox;
}

/* A new process, which runs function(argument) and is not joined. */
static inline ravel_process ravel_spawn(void *(*function)(void *), void *argument) {
  ravel_process process = ravel_new_mailbox();
  pthread_t thread;
  process->function = function;
  process->argument = argument;
  if (pthread_create(&thread, NULL, ravel_begin_process, process) != 0)
    abort();
  pthread_detach(thread);
  return process;
}

RAVEL_MAILBOX_INLINE void ravel_send(ravel_process to, long tag, void *data) {
  struct ravel_letter *letter = (struct ravel_letter *)ravel_mailbox_memory(sizeof *letter);
  ravel_mailbox_enter();
  __atomic_store_n(&letter->message.tag, tag, __ATOMIC_RELAXED);
  __atomic_store_n(&letter->message.data, data, __ATOMIC_RELAXED);
  struct ravel_letter *last = __atomic_exchange_n(&to->last, letter, __ATOMIC_ACQ_REL);
  __atomic_store_n(&last->next, letter, __ATOMIC_RELEASE);
  ravel_mailbox_leave();
}

/* The first letter with this tag that has not been taken, or NULL. */
RAVEL_MAILBOX_INLINE struct ravel_letter *ravel_find_letter(ravel_process self, long tag) {
  struct ravel_letter *letter = self->first;
  while ((letter = __atomic_load_n(&letter->next, __ATOMIC_ACQUIRE)))
    if (!letter->taken &&
        (tag == RAVEL_ANY || __atomic_load_n(&letter->message.tag, __ATOMIC_RELAXED) == tag))
      break;
  return letter;
}

RAVEL_MAILBOX_INLINE struct ravel_message ravel_take_letter(ravel_process self,
                                                            struct ravel_letter *letter) {
  struct ravel_message message = letter->message;
  letter->taken = 1;
  while (self->first != letter && self->first->next->taken) {
    struct ravel_letter *done = self->first;
    self->first = done->next;
    free(done);
  }
  return message;
}

/* Takes the first message with this tag (RAVEL_ANY: the first) out of the own mailbox, and waits
 * until there is one. Other messages stay where they are. */
RAVEL_MAILBOX_INLINE struct ravel_message ravel_receive(long tag) {
  ravel_process self = ravel_self();
  struct ravel_letter *letter;
  ravel_await((letter = ravel_find_letter(self, tag)));
  return ravel_take_letter(self, letter);
}

/* The same with a time limit: 0 when it has passed, which can be whenever there is no such message.
 */
RAVEL_MAILBOX_INLINE int ravel_receive_or_give_up(long tag, struct ravel_message *message) {
  ravel_process self = ravel_self();
  ravel_mailbox_enter();
  struct ravel_letter *letter = ravel_find_letter(self, tag);
  ravel_mailbox_leave();
  if (letter)
    *message = ravel_take_letter(self, letter);
  return letter != NULL;
}

#ifdef __cplusplus
}
#endif

#endif
