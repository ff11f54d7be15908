/*
 * Thread-specific data: values that each thread keeps under a key, with destructors that run when
 * it ends. Nobody else can see them, so there are no events.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>

#include "runtime/checkpoint.h"
#include "runtime/keys.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

/* Keys made before main starts are libc's, and go on to be. */
enum { MAX_KEYS = 256, FIRST_KEY = PTHREAD_KEYS_MAX };

static struct {
  bool used;
  void (*destructor)(void *);
} keys[MAX_KEYS];
static uint32_t n_keys;

/* Rows are cleared when a thread starts. */
static void *values[SHARED_MAX_THREADS][MAX_KEYS];

void keys_reset(void) {
  for (uint32_t i = 0; i < n_keys; i++)
    keys[i].used = false;
  n_keys = 0;
}

void keys_thread_begins(rv_tid tid) {
  for (uint32_t i = 0; i < n_keys; i++)
    values[tid][i] = NULL;
}

void keys_pieces(void) {
  checkpoint_piece(&n_keys, sizeof n_keys);
  checkpoint_piece(keys, n_keys * sizeof *keys);
  for (rv_tid tid = 0; n_keys > 0 && tid < rt.high; tid++)
    checkpoint_piece(values[tid], n_keys * sizeof *values[tid]);
}

void keys_range(rv_tid tid, uint64_t *begin, uint64_t *end) {
  *begin = (uintptr_t)values[tid];
  *end = (uintptr_t)(values[tid] + n_keys);
}

static bool is_ours(pthread_key_t key) {
  return rt.current && key >= FIRST_KEY;
}

static bool is_valid(pthread_key_t key) {
  return key - FIRST_KEY < n_keys && keys[key - FIRST_KEY].used;
}

EXPORT int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  if (!rt.current)
    return REAL(pthread_key_create)(key, destructor);
  if (n_keys == MAX_KEYS)
    return EAGAIN;
  not_spinning();
  for (rv_tid tid = 0; tid < rt.high; tid++)
    values[tid][n_keys] = NULL;
  keys[n_keys].used = true;
  keys[n_keys].destructor = destructor;
  *key = FIRST_KEY + n_keys++;
  return 0;
}

EXPORT int pthread_key_delete(pthread_key_t key) {
  if (!is_ours(key))
    return REAL(pthread_key_delete)(key);
  if (!is_valid(key))
    return EINVAL;
  not_spinning();
  keys[key - FIRST_KEY].used = false;
  return 0;
}

EXPORT void *pthread_getspecific(pthread_key_t key) {
  if (!is_ours(key))
    return REAL(pthread_getspecific)(key);
  return is_valid(key) ? values[rt.current->tid][key - FIRST_KEY] : NULL;
}

EXPORT int pthread_setspecific(pthread_key_t key, const void *value) {
  if (!is_ours(key))
    return REAL(pthread_setspecific)(key, value);
  if (!is_valid(key))
    return EINVAL;
  not_spinning();
  values[rt.current->tid][key - FIRST_KEY] = (void *)value;
  return 0;
}

/* A destructor may set values again: as often as POSIX wants, then no more. */
void keys_thread_ends(void) {
  void **mine = values[rt.current->tid];
  bool again = true;
  for (int round = 0; again && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
    again = false;
    for (uint32_t i = 0; i < n_keys; i++) {
      void *value = mine[i];
      mine[i] = NULL;
      if (!value || !keys[i].used || !keys[i].destructor)
        continue;
      keys[i].destructor(value);
      again = true;
    }
  }
}
