/*
 * A worker that has a share of the scenarios of a check for linearizability (request.h). All
 * workers go through all scenarios in the same order, so numbers of these mean the same to all.
 */
#ifndef RAVEL_PROTOCOL_SHARE_H
#define RAVEL_PROTOCOL_SHARE_H

#include <stdint.h>

struct shared_share {
  uint64_t at;          /* the number of the scenario that it is at, from 1; 0: none yet, */
  uint64_t name;        /* and what tells that from the one before */
  uint64_t failed;      /* the first that has failed, and is looked at more closely; 0: none */
  uint32_t is_left_out; /* the present scenario is in another one's share */
  uint64_t left_out, left_out_events; /* executions and events of such scenarios */
};

#endif
