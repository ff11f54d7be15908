/*
 * A worker that is one of several on a search. What it asks of the command, which holds the tasks
 * (core/parts.h): one question at a time. The worker writes down what it is about, sets `asked`,
 * wakes the command and waits until that has set it back to 0. Bytes of tasks go through the piece
 * area, both ways.
 */
#ifndef RAVEL_PROTOCOL_MEMBER_H
#define RAVEL_PROTOCOL_MEMBER_H

#include <stdint.h>

#include "protocol/thread.h"

enum member_question {
  MEMBER_ASKS_NOTHING,
  MEMBER_TAKES,      /* a task; answer: there is one. Else it ends: the search stands still */
  MEMBER_OFFERS,     /* a branch, to whoever comes; `about` becomes the task's id, or 0 */
  MEMBER_FINDS,      /* what is to be explored from states above its root */
  MEMBER_SPLITS,     /* its task; `about` becomes its new root, or 0 */
  MEMBER_COMES_TO,   /* the branch of task `about`; answer: enum rv_ask */
  MEMBER_PUTS_ASIDE, /* its task, until that of `about` is done, if that is not 0 */
  MEMBER_IS_DONE,    /* with its task: the bytes are the result; and takes another */
  MEMBER_NAMES,      /* `thread`; `about` becomes its number, the same for all members */
};

struct shared_member {
  uint32_t on;      /* it is a member */
  int32_t command;  /* the process that answers */
  uint32_t asked;   /* enum member_question; a futex */
  uint32_t answer;  /* what it says depends on the question */
  uint32_t alone;   /* enum alone: why this search must be in one process */
  uint64_t task;    /* which one the explorer has; 0: none */
  uint64_t about;   /* another task, or a number */
  uint64_t spent;   /* MEMBER_IS_DONE: nanoseconds of work in it */
  uint32_t wanted;  /* set by the command: others have nothing to do */
  uint32_t dropped; /* set by the command: nobody wants the result of its task any more */
  struct shared_thread thread;
};

/* What keeps executions from being run beside each other. */
enum alone {
  ALONE_NOT,
  ALONE_STATE,     /* files, or other state outside of the program's memory */
  ALONE_HISTORIES, /* histories that were seen are known in one process */
  ALONE_NUMBERS, /* threads would get other numbers, and the order of exploration depends on them */
};

#endif
