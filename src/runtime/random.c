/*
 * Random numbers: the same ones in every execution, and in each thread a sequence of its own, so
 * that what one thread draws does not depend on when another did.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/random.h>

#include "runtime/checkpoint.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

/* What the kernel gives to each process, and what is left on stacks of it to guard them, is the
 * same for all: an error is recorded in another process than it was found in. Nothing may return
 * that was called before. */
void random_tame(void) {
  uint64_t *given = (uint64_t *)(uintptr_t)getauxval(AT_RANDOM);
  if (given)
    given[0] = given[1] = UINT64_C(0x9e3779b97f4a7c15);
#if defined(__x86_64__)
  __asm__ volatile("movq %0, %%fs:0x28" ::"r"(UINT64_C(0x9e3779b97f4a7c00)));
#endif
}

static uint64_t state[SHARED_MAX_THREADS];

void random_thread_begins(rv_tid tid) {
  state[tid] = 0;
}

void random_pieces(void) {
  checkpoint_piece(state, rt.high * sizeof *state);
}

/* splitmix64 */
static uint64_t draw(void) {
  rv_tid tid = rt.current->tid;
  not_spinning();
  state[tid] += UINT64_C(0x9e3779b97f4a7c15);
  uint64_t z = state[tid] ^ (uint64_t)tid << 32;
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

static void seed_with(uint64_t seed) {
  not_spinning();
  state[rt.current->tid] = seed;
}

EXPORT void srand(unsigned seed) {
  if (!rt.current)
    REAL(srand)(seed);
  else
    seed_with(seed);
}

EXPORT int rand(void) {
  return rt.current ? (int)(draw() >> 33) : REAL(rand)();
}

EXPORT void srandom(unsigned seed) {
  if (!rt.current)
    REAL(srandom)(seed);
  else
    seed_with(seed);
}

EXPORT long random(void) {
  return rt.current ? (long)(draw() >> 33) : REAL(random)();
}

EXPORT double drand48(void) {
  return rt.current ? (double)(draw() >> 11) * 0x1p-53 : REAL(drand48)();
}

EXPORT long lrand48(void) {
  return rt.current ? (long)(draw() >> 33) : REAL(lrand48)();
}

EXPORT void srand48(long seed) {
  if (!rt.current)
    REAL(srand48)(seed);
  else
    seed_with((uint64_t)seed);
}

EXPORT ssize_t getrandom(void *buffer, size_t length, unsigned flags) {
  if (!rt.current)
    return REAL(getrandom)(buffer, length, flags);
  for (size_t i = 0; i < length; i++)
    ((unsigned char *)buffer)[i] = (unsigned char)draw();
  return (ssize_t)length;
}

EXPORT void arc4random_buf(void *buffer, size_t length) {
  if (!rt.current)
    REAL(arc4random_buf)(buffer, length);
  else
    getrandom(buffer, length, 0);
}

EXPORT uint32_t arc4random(void) {
  return rt.current ? (uint32_t)(draw() >> 32) : REAL(arc4random)();
}

EXPORT uint32_t arc4random_uniform(uint32_t bound) {
  if (!rt.current)
    return REAL(arc4random_uniform)(bound);
  return bound ? (uint32_t)(draw() % bound) : 0;
}

EXPORT int getentropy(void *buffer, size_t length) {
  if (!rt.current)
    return REAL(getentropy)(buffer, length);
  if (length > 256) {
    errno = EIO;
    return -1;
  }
  getrandom(buffer, length, 0);
  return 0;
}
