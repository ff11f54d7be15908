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
ASK(int, omp_get_active_level, own_level())
ASK(int, omp_get_dynamic, omp_settings()->dynamic)
ASK(int, omp_get_nested, omp_settings()->levels > 1)
ASK(int, omp_get_max_active_levels, omp_settings()->levels)
ASK(double, omp_get_wtime, seconds())
ASK(double, omp_get_wtick, 1e-9)

SET(omp_set_num_threads, omp_settings()->threads = value > 0 ? (uint32_t)value : 1)
SET(omp_set_dynamic, omp_settings()->dynamic = value != 0)
SET(omp_set_nested, omp_settings()->levels = value ? OMP_MAX_TEAM : 1)
SET(omp_set_max_active_levels, omp_settings()->levels = value > 0 ? (uint32_t)value : 0)
