/*
 * Random numbers. As in libc, all threads draw from one generator: rand and random from one,
 * drand48 and its kind from another. libc's reentrant functions do the work, so that a program gets
 * the numbers that it gets without Ravel. Where several threads draw, each draw is an event.
 *
 * What the kernel gives comes from nowhere: in each thread it is a sequence of its own, the same in
 * every execution.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/random.h>

#include "runtime/checkpoint.h"
#include "runtime/random.h"
#include "runtime/real.h"
#include "runtime/spinloop.h"
#include "runtime/state.h"
#include "runtime/symmetry.h"

/* What the kernel gives to each process, and what is left on stacks of it to guard them, is the
 * same for all: an error is recorded in another process than it was found in. Nothing may return
 * that was called before. */
void random_tame(void) {
  static const uint64_t same[2] = {UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0x9e3779b97f4a7c15)};
  void *given = (void *)(uintptr_t)getauxval(AT_RANDOM);
  if (given)
    memcpy(given, same, sizeof same);
#if defined(__x86_64__)
  __asm__ volatile("movq %0, %%fs:0x28" ::"r"(UINT64_C(0x9e3779b97f4a7c00)));
#endif
}

enum { TABLE = 128 }; /* as large as libc's own */

static struct generators {
  struct random_data random;
  char table[TABLE];
  struct drand48_data rand48;
  bool ready;
} generators, initial;

/* For each thread, and for constructors, which run before there are any. */
enum { OF_CONSTRUCTORS = SHARED_MAX_THREADS };
static uint64_t entropy[SHARED_MAX_THREADS + 1];
static bool drawn; /* in this execution: something here is not as it was at the start */

static void make_ready(void) {
  if (generators.ready)
    return;
  initstate_r(1, generators.table, sizeof generators.table, &generators.random);
  generators.ready = true;
}

/* What constructors have drawn, no execution draws again. */
void random_snapshot(void) {
  make_ready();
  initial = generators;
  drawn = false;
}

void random_reset(void) {
  if (!drawn)
    return;
  generators = initial;
  for (rv_tid tid = 0; tid < rt.high; tid++)
    entropy[tid] = 0;
  drawn = false;
}

void random_thread_begins(rv_tid tid) {
  entropy[tid] = 0;
}

void random_pieces(void) {
  if (!drawn)
    return;
  checkpoint_piece(&drawn, sizeof drawn);
  checkpoint_piece(&generators, sizeof generators);
  checkpoint_piece(entropy, rt.high * sizeof *entropy);
}

/* --- one generator for rand and random -----------------------------------------------------------
 */

static struct random_data *use_random(uint64_t pc) {
  drawn = true;
  make_ready();
  if (rt.current)
    state_access(state_place(STATE_RANDOM, 0), RV_READ | RV_WRITE, pc);
  return &generators.random;
}

static int32_t draw(uint64_t pc) {
  int32_t number;
  random_r(use_random(pc), &number);
  return number;
}

EXPORT void srand(unsigned seed) {
  if (rt.worker)
    srandom_r(seed, use_random(CALLER));
  else
    REAL(srand)(seed);
}

EXPORT int rand(void) {
  return rt.worker ? draw(CALLER) : REAL(rand)();
}

EXPORT void srandom(unsigned seed) {
  if (rt.worker)
    srandom_r(seed, use_random(CALLER));
  else
    REAL(srandom)(seed);
}

EXPORT long random(void) {
  return rt.worker ? draw(CALLER) : REAL(random)();
}

/* The table that was in use until now, as libc's functions return it. */
EXPORT char *initstate(unsigned seed, char *table, size_t size) {
  if (!rt.worker)
    return REAL(initstate)(seed, table, size);
  struct random_data *random = use_random(CALLER);
  char *const before = (char *)(random->state - 1);
  return initstate_r(seed, table, size, random) == 0 ? before : NULL;
}

EXPORT char *setstate(char *table) {
  if (!rt.worker)
    return REAL(setstate)(table);
  struct random_data *random = use_random(CALLER);
  char *const before = (char *)(random->state - 1);
  return setstate_r(table, random) == 0 ? before : NULL;
}

/* --- another for drand48 and its kind ------------------------------------------------------------
 */

static struct drand48_data *use_rand48(uint64_t pc) {
  drawn = true;
  if (rt.current)
    state_access(state_place(STATE_RAND48, 0), RV_READ | RV_WRITE, pc);
  return &generators.rand48;
}

#define DEFINE_RAND48(type, name)                                                                  \
  EXPORT type name(void) {                                                                         \
    if (!rt.worker)                                                                                \
      return REAL(name)();                                                                         \
    type number;                                                                                   \
    name##_r(use_rand48(CALLER), &number);                                                         \
    return number;                                                                                 \
  }

/* Those that are given a state use the generator's multiplier. */
#define DEFINE_RAND48_FROM(type, name)                                                             \
  EXPORT type name(unsigned short state[3]) {                                                      \
    if (!rt.worker)                                                                                \
      return REAL(name)(state);                                                                    \
    type number;                                                                                   \
    name##_r(state, use_rand48(CALLER), &number);                                                  \
    return number;                                                                                 \
  }

DEFINE_RAND48(double, drand48)
DEFINE_RAND48(long, lrand48)
DEFINE_RAND48(long, mrand48)
DEFINE_RAND48_FROM(double, erand48)
DEFINE_RAND48_FROM(long, nrand48)
DEFINE_RAND48_FROM(long, jrand48)

EXPORT void srand48(long seed) {
  if (rt.worker)
    srand48_r(seed, use_rand48(CALLER));
  else
    REAL(srand48)(seed);
}

EXPORT unsigned short *seed48(unsigned short state[3]) {
  if (!rt.worker)
    return REAL(seed48)(state);
  struct drand48_data *data = use_rand48(CALLER);
  seed48_r(state, data);
  return data->__old_x;
}

EXPORT void lcong48(unsigned short parameters[7]) {
  if (rt.worker)
    lcong48_r(parameters, use_rand48(CALLER));
  else
    REAL(lcong48)(parameters);
}

/* --- what comes from the kernel ------------------------------------------------------------------
 */

/* splitmix64 */
static uint64_t draw_entropy(void) {
  const rv_tid tid = rt.current ? rt.current->tid : OF_CONSTRUCTORS;
  if (rt.current) {
    not_spinning();
    symmetry_told_apart(rt.current, "one draws random numbers of its own");
    drawn = true;
  }
  entropy[tid] += UINT64_C(0x9e3779b97f4a7c15);
  uint64_t z = entropy[tid] ^ (uint64_t)tid << 32;
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

EXPORT ssize_t getrandom(void *buffer, size_t length, unsigned flags) {
  if (!program_runs())
    return REAL(getrandom)(buffer, length, flags);
  for (size_t i = 0; i < length; i++)
    ((unsigned char *)buffer)[i] = (unsigned char)draw_entropy();
  return (ssize_t)length;
}

EXPORT int getentropy(void *buffer, size_t length) {
  if (!program_runs())
    return REAL(getentropy)(buffer, length);
  if (length > 256) {
    errno = EIO;
    return -1;
  }
  getrandom(buffer, length, 0);
  return 0;
}

EXPORT uint32_t arc4random(void) {
  return program_runs() ? (uint32_t)draw_entropy() : REAL(arc4random)();
}

EXPORT void arc4random_buf(void *buffer, size_t length) {
  if (program_runs())
    getrandom(buffer, length, 0);
  else
    REAL(arc4random_buf)(buffer, length);
}

EXPORT uint32_t arc4random_uniform(uint32_t bound) {
  if (!program_runs())
    return REAL(arc4random_uniform)(bound);
  return bound ? (uint32_t)(draw_entropy() % bound) : 0;
}

/* std::random_device(), which would ask the processor. */
unsigned random_device(void *self) __asm__("_ZNSt13random_device9_M_getvalEv");
EXPORT unsigned random_device(void *self) {
  static __typeof__(&random_device) next;
  if (program_runs())
    return (unsigned)draw_entropy();
  if (!next)
    next = (__typeof__(&random_device))dlsym(RTLD_NEXT, "_ZNSt13random_device9_M_getvalEv");
  return next(self);
}
