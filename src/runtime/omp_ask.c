/*
 * Questions that a program asks OpenMP, and what it sets.
 */
#define _GNU_SOURCE
#include <time.h>

#include "runtime/omp.h"
#include "runtime/real.h"
#include "runtime/symmetry.h"

#define ASK(type, name, answer)                                                                    \
  EXPORT type name(void);                                                                          \
  EXPORT type name(void) {                                                                         \
    return rt.current ? (type)(answer) : REAL(name)();                                             \
  }

#define SET(name, effect)                                                                          \
  EXPORT void name(int value);                                                                     \
  EXPORT void name(int value) {                                                                    \
    if (rt.current)                                                                                \
      effect;                                                                                      \
    else                                                                                           \
      REAL(name)(value);                                                                           \
  }

static int own_id(void) {
  symmetry_told_apart(rt.current, "one asks for its number");
  return (int)omp_self()->id;
}

static uint32_t own_team_size(void) {
  return omp_self()->team ? omp_self()->team->size : 1;
}

static uint32_t own_level(void) {
  return omp_self()->team ? omp_self()->team->level : 0;
}

static uint32_t own_active_level(void) {
  return omp_self()->team ? omp_self()->team->active : 0;
}

/* Of the region at a level that the current thread is in: its number there, or the size of the
 * team; -1: there is no such region. */
static int at_level(int level, bool size) {
  const struct omp_team *team = omp_self()->team;
  uint32_t id = omp_self()->id;
  if (level < 0 || level > (int)own_level())
    return -1;
  for (; team && (int)team->level > level; team = team->outer)
    id = team->outer_id;
  return size ? (int)(team ? team->size : 1) : team ? (int)id : 0;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

ASK(int, omp_get_thread_num, omp_self()->team ? own_id() : 0)
ASK(int, omp_get_num_threads, own_team_size())
ASK(int, omp_get_max_threads, omp_settings()->threads)
ASK(int, omp_get_num_procs, OMP_DEFAULT_TEAM)
ASK(int, omp_get_thread_limit, OMP_MAX_TEAM)
ASK(int, omp_in_parallel, omp_is_shared(omp_self()))
ASK(int, omp_in_final, omp_self()->task &&omp_self()->task->final)
ASK(int, omp_get_level, own_level())
ASK(int, omp_get_active_level, own_active_level())
ASK(int, omp_get_dynamic, omp_settings()->dynamic)
ASK(int, omp_get_nested, omp_settings()->levels > 1)
ASK(int, omp_get_max_active_levels, omp_settings()->levels)
ASK(double, omp_get_wtime, seconds())
ASK(double, omp_get_wtick, 1e-9)

SET(omp_set_num_threads, omp_settings()->threads = value > 0 ? (uint32_t)value : 1)
SET(omp_set_dynamic, omp_settings()->dynamic = value != 0)
SET(omp_set_nested, omp_settings()->levels = value ? OMP_MAX_TEAM : 1)
SET(omp_set_max_active_levels, omp_settings()->levels = value > 0 ? (uint32_t)value : 0)

EXPORT int omp_get_ancestor_thread_num(int level);
EXPORT int omp_get_ancestor_thread_num(int level) {
  if (!rt.current)
    return REAL(omp_get_ancestor_thread_num)(level);
  symmetry_told_apart(rt.current, "one asks for its number");
  return at_level(level, false);
}

EXPORT int omp_get_team_size(int level);
EXPORT int omp_get_team_size(int level) {
  return rt.current ? at_level(level, true) : REAL(omp_get_team_size)(level);
}

/* --- schedules -----------------------------------------------------------------------------------
 */

enum schedule_kind { KIND_STATIC = 1, KIND_DYNAMIC, KIND_GUIDED, KIND_AUTO };
static const uint32_t schedules[] = {[KIND_STATIC] = SHARED_STATIC,
                                     [KIND_DYNAMIC] = SHARED_DYNAMIC,
                                     [KIND_GUIDED] = SHARED_GUIDED,
                                     [KIND_AUTO] = SHARED_STATIC};

EXPORT void omp_set_schedule(unsigned kind, int chunk);
EXPORT void omp_set_schedule(unsigned kind, int chunk) {
  if (!rt.current) {
    REAL(omp_set_schedule)(kind, chunk);
    return;
  }
  const unsigned known = kind & 0x7fffffff; /* without "monotonic" */
  if (known < KIND_STATIC || known > KIND_AUTO)
    return;
  omp_settings()->schedule = schedules[known];
  omp_settings()->chunk = chunk > 0                                       ? (uint32_t)chunk
                          : known == KIND_DYNAMIC || known == KIND_GUIDED ? 1
                                                                          : 0;
}

EXPORT void omp_get_schedule(unsigned *kind, int *chunk);
EXPORT void omp_get_schedule(unsigned *kind, int *chunk) {
  if (!rt.current) {
    REAL(omp_get_schedule)(kind, chunk);
    return;
  }
  *kind = KIND_STATIC;
  while (schedules[*kind] != omp_settings()->schedule)
    ++*kind;
  *chunk = (int)omp_settings()->chunk;
}
