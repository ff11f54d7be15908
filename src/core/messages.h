/*
 * Messages: the order of two that are sent to one mailbox matters only if somebody who took one of
 * them could have got the other instead.
 *
 * To the explorer a send is a blind store with four accesses, and RV_SEND_... is which is which. A
 * receive reads one of the last two of them, of the message that it took; one that takes nothing
 * reads one of the first two. So a receive is ordered with the message that it takes, and one that
 * takes nothing with all that it could have taken.
 */
#ifndef RAVEL_CORE_MESSAGES_H
#define RAVEL_CORE_MESSAGES_H

#include "core/dependence.h"

enum rv_send_access {
  RV_SEND_WHATEVER, /* the mailbox, for who takes whatever comes */
  RV_SEND_TAG,      /* the mailbox, for who asks for this tag */
  RV_SEND_BY_TAG,   /* the message, taken by somebody who asked for its tag */
  RV_SEND_AS_ANY,   /* the message, taken by somebody who takes whatever comes */
};

static inline bool rv_is_send(const struct rv_op *op) {
  return op->flags & RV_OP_BLIND && op->more_count;
}

/* Whether two sends to one mailbox are told apart by a receive, which took one of them. */
bool rv_tells_apart(const struct rv_op *receive, const struct rv_op *a, const struct rv_op *b);

#endif
