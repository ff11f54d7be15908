#include "core/messages.h"

static bool takes(const struct rv_op *receive, const struct rv_op *send,
                  enum rv_send_access access) {
  return rv_access_count(receive) && rv_overlap(&receive->access, rv_access(send, access));
}

bool rv_tells_apart(const struct rv_op *receive, const struct rv_op *a, const struct rv_op *b) {
  if (takes(receive, a, RV_SEND_AS_ANY) || takes(receive, b, RV_SEND_AS_ANY))
    return true;
  return rv_overlap(rv_access(a, RV_SEND_TAG), rv_access(b, RV_SEND_TAG)) &&
         (takes(receive, a, RV_SEND_BY_TAG) || takes(receive, b, RV_SEND_BY_TAG));
}
