/*
 * Where things are: the areas of the memory file, and addresses that mean the same in every worker.
 */
#ifndef RAVEL_PROTOCOL_LAYOUT_H
#define RAVEL_PROTOCOL_LAYOUT_H

#include <stdint.h>

#define SHARED_BASE UINT64_C(0x080000000000)
#define SHARED_SCHEDULES_OFFSET (UINT64_C(1) << 30) /* struct shared_choice[] */
#define SHARED_RECORDS_OFFSET (UINT64_C(1) << 34)   /* struct record[] */
#define SHARED_IMAGE_OFFSET (UINT64_C(1) << 35)     /* struct shared_region, each with its bytes */
#define SHARED_ORDER_OFFSET (UINT64_C(1) << 36)     /* struct shared_edge[], or shared_tree */
#define SHARED_EXPLORER_OFFSET (UINT64_C(1) << 37)
#define SHARED_KNOWN_OFFSET (UINT64_C(1) << 38) /* hashes of histories (runtime/operations.c) */
#define SHARED_FUNCTIONS_OFFSET (UINT64_C(17) << 34) /* struct shared_function[] */
#define SHARED_COUNTERS_OFFSET (UINT64_C(18) << 34)  /* --coverage: a number for each counter */
#define SHARED_PIECE_OFFSET (UINT64_C(3) << 37)      /* a search as flat bytes (core/piece.h) */
#define SHARED_SIZE (UINT64_C(1) << 39)

/* Stack and thread-local data of thread number t lie in the t-th stride from here. */
#define SHARED_STACKS_BASE UINT64_C(0x0D0000000000)
#define SHARED_STACK_STRIDE (UINT64_C(1) << 28)

/* Places that stand for what the kernel and libc keep for all threads, and hold nothing: see
 * runtime/state.h. */
#define SHARED_STATE_BASE UINT64_C(0x0E8000000000)
#define SHARED_STATE_KIND (UINT64_C(1) << 24) /* from one kind to the next */
#define SHARED_STATE_STRIDE 8                 /* from one place to the next */

enum {
  SHARED_MAX_THREADS = 4096,  /* distinct threads over all executions */
  SHARED_MAX_KNOWN = 1 << 20, /* histories that are known to be right */
  SHARED_MESSAGE = 512,
  SHARED_PATH = 1024,
};

#endif
