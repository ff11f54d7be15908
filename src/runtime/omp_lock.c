/*
 * Critical sections, atomic blocks and locks of OpenMP: spin locks, in the words that the program
 * has for them, or in two of ours.
 */
#define _GNU_SOURCE
#include "runtime/checkpoint.h"
#include "runtime/omp.h"
#include "runtime/real.h"
#include "runtime/spin.h"

static spin_t critical_section, atomic_block;

static void section_enter(spin_t *lock, uint64_t pc, void *entry) {
  spin_make_usable(lock);
  spin_lock(lock, pc, entry);
}

#define SECTION(name, lock)                                                                        \
  EXPORT void GOMP_##name##_start(void);                                                           \
  EXPORT void GOMP_##name##_start(void) {                                                          \
    if (rt.current)                                                                                \
      section_enter(&(lock), CALLER, ENTRY);                                                       \
    else                                                                                           \
      REAL(GOMP_##name##_start)();                                                                 \
    LEAVE_NOTHING;                                                                                 \
  }                                                                                                \
  EXPORT void GOMP_##name##_end(void);                                                             \
  EXPORT void GOMP_##name##_end(void) {                                                            \
    if (rt.current)                                                                                \
      spin_unlock(&(lock), CALLER, FRAME);                                                         \
    else                                                                                           \
      REAL(GOMP_##name##_end)();                                                                   \
    LEAVE_NOTHING;                                                                                 \
  }
SECTION(critical, critical_section)
SECTION(atomic, atomic_block)

EXPORT void GOMP_critical_name_start(void **name);
EXPORT void GOMP_critical_name_start(void **name) {
  if (rt.current)
    section_enter((spin_t *)(void *)name, CALLER, ENTRY);
  else
    REAL(GOMP_critical_name_start)(name);
  LEAVE_NOTHING;
}

EXPORT void GOMP_critical_name_end(void **name);
EXPORT void GOMP_critical_name_end(void **name) {
  if (rt.current)
    spin_unlock((spin_t *)(void *)name, CALLER, FRAME);
  else
    REAL(GOMP_critical_name_end)(name);
  LEAVE_NOTHING;
}

/* --- locks ---------------------------------------------------------------------------------------
 */

EXPORT void omp_init_lock(void *lock);
EXPORT void omp_init_lock(void *lock) {
  if (rt.current)
    spin_init(lock, CALLER, FRAME);
  else
    REAL(omp_init_lock)(lock);
}

EXPORT void omp_destroy_lock(void *lock);
EXPORT void omp_destroy_lock(void *lock) {
  if (rt.current)
    spin_destroy(lock, CALLER, FRAME);
  else
    REAL(omp_destroy_lock)(lock);
}

EXPORT void omp_set_lock(void *lock);
EXPORT void omp_set_lock(void *lock) {
  if (rt.current)
    spin_lock(lock, CALLER, ENTRY);
  else
    REAL(omp_set_lock)(lock);
  LEAVE_NOTHING;
}

EXPORT int omp_test_lock(void *lock);
EXPORT int omp_test_lock(void *lock) {
  return rt.current ? spin_trylock(lock, CALLER, ENTRY) : REAL(omp_test_lock)(lock);
}

EXPORT void omp_unset_lock(void *lock);
EXPORT void omp_unset_lock(void *lock) {
  if (rt.current)
    spin_unlock(lock, CALLER, FRAME);
  else
    REAL(omp_unset_lock)(lock);
}

/* The same, counted: what is beside the lock is its holder's. */
struct nest_lock {
  spin_t lock;
  uint32_t holder; /* thread number + 1 */
  uint64_t count;
};

EXPORT void omp_init_nest_lock(struct nest_lock *nest);
EXPORT void omp_init_nest_lock(struct nest_lock *nest) {
  if (!rt.current) {
    REAL(omp_init_nest_lock)(nest);
    return;
  }
  spin_init(&nest->lock, CALLER, FRAME);
  nest->holder = 0;
}

EXPORT void omp_destroy_nest_lock(struct nest_lock *nest);
EXPORT void omp_destroy_nest_lock(struct nest_lock *nest) {
  if (rt.current)
    spin_destroy(&nest->lock, CALLER, FRAME);
  else
    REAL(omp_destroy_nest_lock)(nest);
}

static bool nest_is_mine(const struct nest_lock *nest) {
  return nest->holder == rt.current->tid + 1;
}

static int nest_begin(struct nest_lock *nest) {
  nest->holder = rt.current->tid + 1;
  nest->count = 1;
  return 1;
}

EXPORT void omp_set_nest_lock(struct nest_lock *nest);
EXPORT void omp_set_nest_lock(struct nest_lock *nest) {
  if (!rt.current) {
    REAL(omp_set_nest_lock)(nest);
  } else if (nest_is_mine(nest)) {
    nest->count++;
  } else {
    spin_lock(&nest->lock, CALLER, ENTRY);
    nest_begin(nest);
  }
  LEAVE_NOTHING;
}

EXPORT int omp_test_nest_lock(struct nest_lock *nest);
EXPORT int omp_test_nest_lock(struct nest_lock *nest) {
  if (!rt.current)
    return REAL(omp_test_nest_lock)(nest);
  if (nest_is_mine(nest))
    return (int)++nest->count;
  return spin_trylock(&nest->lock, CALLER, ENTRY) ? nest_begin(nest) : 0;
}

EXPORT void omp_unset_nest_lock(struct nest_lock *nest);
EXPORT void omp_unset_nest_lock(struct nest_lock *nest) {
  if (!rt.current) {
    REAL(omp_unset_nest_lock)(nest);
    return;
  }
  if (nest_is_mine(nest) && --nest->count > 0)
    return;
  if (nest_is_mine(nest))
    nest->holder = 0;
  spin_unlock(&nest->lock, CALLER, FRAME);
}

/* --- executions ----------------------------------------------------------------------------------
 */

void omp_locks_reset(void) {
  critical_section = atomic_block = 0;
}

void omp_locks_pieces(void) {
  if (!critical_section && !atomic_block)
    return;
  checkpoint_piece((void *)&critical_section, sizeof critical_section);
  checkpoint_piece((void *)&atomic_block, sizeof atomic_block);
}
