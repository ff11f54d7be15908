/*
 * Thread-specific data: values that each thread keeps under a key, with destructors that run when
 * it ends. Other threads cannot see the values. The set of keys is shared by all threads (state.h),
 * but using a key is an event only if a key may be deleted by then.
 */
#define _GNU_SOURCE
#include "runtime/keys.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/access.h"
#include "runtime/checkpoint.h"
#include "runtime/real.h"
#include "runtime/spinloop.h"
#include "runtime/state.h"

/* Numbers below FIRST_KEY are libc's, in a program that runs by itself. */
enum { MAX_KEYS = PTHREAD_KEYS_MAX, FIRST_KEY = PTHREAD_KEYS_MAX };

static struct key {
  bool used;
  void (*destructor)(void *);
} keys[MAX_KEYS];
KEPT uint32_t keys_n;

/* Rows are cleared when a thread starts. */
static void *values[SHARED_MAX_THREADS][MAX_KEYS];

/* What constructors have left when main starts: every execution begins with it. */
static struct {
  struct key keys[MAX_KEYS];
  void *values[MAX_KEYS]; /* of the first thread */
  uint32_t n;
} initial;

void keys_snapshot(void) {
  memcpy(initial.keys, keys, keys_n * sizeof *keys);
  memcpy(initial.values, values[0], keys_n * sizeof *initial.values);
  initial.n = keys_n;
}

void keys_reset(void) {
  for (uint32_t i = 0; i < keys_n; i++)
    keys[i] = initial.keys[i];
  keys_n = initial.n;
}

void keys_thread_begins(rv_tid tid) {
  for (uint32_t i = 0; i < keys_n; i++)
    values[tid][i] = tid == 0 ? initial.values[i] : NULL;
}

void keys_pieces(void) {
  checkpoint_piece(keys, keys_n * sizeof *keys);
  for (rv_tid tid = 0; keys_n > 0 && tid < rt.high; tid++)
    checkpoint_piece(values[tid], keys_n * sizeof *values[tid]);
}

void keys_range(rv_tid tid, uint64_t *begin, uint64_t *end) {
  *begin = (uintptr_t)values[tid];
  *end = (uintptr_t)(values[tid] + keys_n);
}

/* --- keys of libc ------------------------------------------------------------------------------
 */

/* Keys that were created while the program ran by itself: in a check they are ours, under another
 * number. */
static struct native_key {
  bool used;
  void (*destructor)(void *);
  uint32_t number; /* in a check: of ours, and 1 more; 0: none */
} native_keys[PTHREAD_KEYS_MAX];

void keys_take_over(void) {
  for (uint32_t i = 0; i < PTHREAD_KEYS_MAX; i++)
    if (native_keys[i].used && keys_n < MAX_KEYS) {
      keys[keys_n] = (struct key){true, native_keys[i].destructor};
      values[0][keys_n] = REAL(pthread_getspecific)(i);
      native_keys[i].number = ++keys_n;
    }
}

static pthread_key_t key_of(pthread_key_t key) {
  return key < PTHREAD_KEYS_MAX && native_keys[key].number ? FIRST_KEY + native_keys[key].number - 1
                                                           : key;
}

/* Constructors of libraries may come before ours, which sets rt.worker. */
static bool in_worker(void) {
  return rt.worker || getenv(SHARED_FD_VARIABLE);
}

static bool is_ours(pthread_key_t key) {
  return key >= FIRST_KEY;
}

static bool is_valid(pthread_key_t key) {
  return key - FIRST_KEY < keys_n && keys[key - FIRST_KEY].used;
}

static void **value_of(pthread_key_t key) {
  return &values[rt.current ? rt.current->tid : 0][key - FIRST_KEY];
}

static uint32_t free_key(void) {
  uint32_t i = 0;
  while (i < keys_n && keys[i].used)
    i++;
  return i;
}

/* --- what others can tell ------------------------------------------------------------------------
 */

static void change_keys(uint64_t pc) {
  if (rt.current)
    state_access(state_place(STATE_KEYS, 0), RV_READ | RV_WRITE, pc);
}

/* From when on a deletion has been seen that other threads might not have expected. */
static void look_at_keys(uint64_t pc) {
  if (rt.current && is_marked(state_place(STATE_KEY_DELETION, 0)))
    state_access(state_place(STATE_KEYS, 0), RV_READ, pc);
}

static bool others_may_use_keys(void) {
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (tid != rt.current->tid && rt.threads[tid].state != THREAD_UNBORN && !rt.threads[tid].joined)
      return true;
  return false;
}

/* --- what the program calls ----------------------------------------------------------------------
 */

EXPORT int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  if (!in_worker()) {
    const int error = REAL(pthread_key_create)(key, destructor);
    if (!error)
      native_keys[*key] = (struct native_key){true, destructor, 0};
    return error;
  }
  change_keys(CALLER);
  const uint32_t i = free_key();
  if (i == MAX_KEYS)
    return EAGAIN;
  for (rv_tid tid = 0; tid < rt.high || tid == 0; tid++)
    values[tid][i] = NULL;
  keys[i] = (struct key){true, destructor};
  if (i == keys_n)
    keys_n++;
  *key = FIRST_KEY + i;
  return 0;
}

EXPORT int pthread_key_delete(pthread_key_t key) {
  key = key_of(key);
  if (!is_ours(key)) {
    if (key < PTHREAD_KEYS_MAX)
      native_keys[key].used = false;
    return REAL(pthread_key_delete)(key);
  }
  change_keys(CALLER);
  if (!is_valid(key))
    return EINVAL;
  if (rt.current && !rt.solo && others_may_use_keys())
    mark(state_place(STATE_KEY_DELETION, 0));
  keys[key - FIRST_KEY].used = false;
  return 0;
}

EXPORT void *pthread_getspecific(pthread_key_t key) {
  key = key_of(key);
  if (!is_ours(key))
    return REAL(pthread_getspecific)(key);
  look_at_keys(CALLER);
  return is_valid(key) ? *value_of(key) : NULL;
}

EXPORT int pthread_setspecific(pthread_key_t key, const void *value) {
  key = key_of(key);
  if (!is_ours(key))
    return REAL(pthread_setspecific)(key, value);
  look_at_keys(CALLER);
  if (!is_valid(key))
    return EINVAL;
  if (*value_of(key) != value)
    not_spinning();
  *value_of(key) = (void *)value;
  return 0;
}

/* Whether there was a value to destroy. */
static bool destroy_value(uint32_t i) {
  void **mine = &values[rt.current->tid][i];
  if (*mine && keys[i].destructor)
    look_at_keys(0);
  void *value = *mine;
  *mine = NULL;
  if (!value || !keys[i].used || !keys[i].destructor)
    return false;
  keys[i].destructor(value);
  return true;
}

/* A destructor may set values again: as often as POSIX wants, then no more. */
void keys_destroy_values(void) {
  bool again = true;
  for (int round = 0; again && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
    again = false;
    for (uint32_t i = 0; i < keys_n; i++)
      again |= destroy_value(i);
  }
}
