/*
 * Who a thread is, in every execution.
 */
#ifndef RAVEL_PROTOCOL_THREAD_H
#define RAVEL_PROTOCOL_THREAD_H

#include <stdint.h>

enum { THREAD_NAME = 24 };

/* A thread's identity: the `nth` thread (from 0) created by `parent`. */
struct shared_thread {
  uint32_t parent; /* RV_NO_THREAD for the initial thread */
  uint32_t nth;
  uint64_t created_at;    /* pc of the call; 0 for the initial thread */
  uint64_t start;         /* address of its start function */
  char name[THREAD_NAME]; /* given by the program; empty: none */
};

#endif
