/*
 * Mailboxes as lists of letters: what ravel_mailbox.h and Ravel's runtime have in common. A program
 * includes ravel_mailbox.h.
 */
#ifndef RAVEL_LETTERS_H
#define RAVEL_LETTERS_H

#include <stdlib.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ravel_message {
  long tag; /* what a receive can ask for; not negative */
  void *data;
};

enum { RAVEL_ANY = -1 };     /* as a tag: whatever comes */
enum { RAVEL_FOREVER = -1 }; /* as a time: no limit */

/* Nothing is stored in a place: its address is what operations on mailboxes say they access. */
#define RAVEL_PLACE __attribute__((aligned(8)))
enum { RAVEL_TAG_PLACES = 64 };

struct ravel_letter {
  struct ravel_message message;
  struct ravel_letter *next; /* what came after it */
  char by_tag RAVEL_PLACE;
  char as_any RAVEL_PLACE;
};

/* Somebody who is told when a process ends. */
struct ravel_watcher {
  struct ravel_mailbox *who;
  long tag; /* of the message */
  struct ravel_watcher *next;
};

struct ravel_mailbox {
  struct ravel_letter *first, **end; /* `end` is the link that the next message will change */
  unsigned owner;                    /* to Ravel, the number of its thread */
  void *(*function)(void *);
  void *argument;
  struct ravel_watcher *watchers; /* by address */
  long reason;                    /* of its end */
  char mortal;                    /* its end is an event */
  char ended;
  char locked; /* where threads are real */
  char whatever RAVEL_PLACE;
  char tags[RAVEL_TAG_PLACES] RAVEL_PLACE;
};

/* The runtime's part; absent, and NULL, in a program that is not linked with it. */
__attribute__((weak)) void ravel_runtime_own(struct ravel_mailbox *mailbox);
__attribute__((weak)) void ravel_runtime_send(struct ravel_mailbox *to, struct ravel_letter *letter,
                                              long tag, void *data);
__attribute__((weak)) int ravel_runtime_receive(struct ravel_mailbox *self, long tag, int nth,
                                                int milliseconds, struct ravel_message *message);

static inline void ravel_put_letter(struct ravel_mailbox *to, struct ravel_letter *letter, long tag,
                                    void *data) {
  letter->message.tag = tag;
  letter->message.data = data;
  *to->end = letter;
  to->end = &letter->next;
}

/* What a receive does with the first letter that has its tag, where it does not look at the n-th.
 */
enum { RAVEL_TAKE = -1 };

/* The link to the first letter with this tag, but for the first `nth`; if there is none, the end.
 */
static inline struct ravel_letter **ravel_find_letter(struct ravel_mailbox *self, long tag,
                                                      int nth) {
  struct ravel_letter **link = &self->first;
  for (int i = 0; *link && i < nth; i++)
    link = &(*link)->next;
  while (*link && tag != RAVEL_ANY && (*link)->message.tag != tag)
    link = &(*link)->next;
  return link;
}

/* Takes it out; NULL: there is none. */
static inline struct ravel_letter *ravel_take_letter(struct ravel_mailbox *self, long tag,
                                                     int nth) {
  struct ravel_letter **link = ravel_find_letter(self, tag, nth), *letter = *link;
  if (letter) {
    *link = letter->next;
    if (!letter->next)
      self->end = link;
  }
  return letter;
}

/* --- threads of the operating system -------------------------------------------------------------
 */

static inline void ravel_lock_mailbox(struct ravel_mailbox *mailbox) {
  while (__atomic_test_and_set(&mailbox->locked, __ATOMIC_ACQUIRE))
    ;
}

static inline void ravel_unlock_mailbox(struct ravel_mailbox *mailbox) {
  __atomic_clear(&mailbox->locked, __ATOMIC_RELEASE);
}

static __attribute__((unused, noinline)) void
ravel_really_send(struct ravel_mailbox *to, struct ravel_letter *letter, long tag, void *data) {
  ravel_lock_mailbox(to);
  ravel_put_letter(to, letter, tag, data);
  ravel_unlock_mailbox(to);
}

/* Whether there was a message within so many milliseconds; RAVEL_FOREVER: waits for it. */
static __attribute__((unused, noinline)) int ravel_really_receive(struct ravel_mailbox *self,
                                                                  long tag, int nth,
                                                                  int milliseconds,
                                                                  struct ravel_message *message) {
  struct timespec now, until;
  struct ravel_letter *letter;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += milliseconds / 1000;
  until.tv_nsec += milliseconds % 1000 * 1000000L;
  do {
    ravel_lock_mailbox(self);
    letter = *ravel_find_letter(self, tag, nth);
    if (letter)
      *message = letter->message;
    if (letter && nth == RAVEL_TAKE)
      free(ravel_take_letter(self, tag, nth));
    ravel_unlock_mailbox(self);
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while (!letter && (milliseconds == RAVEL_FOREVER ||
                       (now.tv_sec - until.tv_sec) * 1000000000L < until.tv_nsec - now.tv_nsec));
  return letter != NULL;
}

#ifdef __cplusplus
}
#endif

#endif
