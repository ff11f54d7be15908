#define _GNU_SOURCE
#include "runtime/time_stamp.h"

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>

#include "runtime/real.h"
#include "runtime/restore.h"
#include "runtime/time.h"

#if defined(__x86_64__)
static const unsigned char rdtsc[] = {0x0f, 0x31}, rdtscp[] = {0x0f, 0x01, 0xf9};

static void set_trap(unsigned long how) {
  REAL(prctl)(PR_SET_TSC, how);
}

/* For libc and the kernel's code, which ask for us alone, or for what libc keeps to itself. */
static uint64_t real_time_stamp(void) {
  set_trap(PR_TSC_ENABLE);
  const uint64_t stamp = __builtin_ia32_rdtsc();
  set_trap(PR_TSC_SIGSEGV);
  return stamp;
}

static struct sigaction before;

/* In a constructor. Later crash.c has the signal. */
static void trapped(int number, siginfo_t *info, void *context) {
  (void)info;
  if (!time_stamp_answer(context))
    REAL(sigaction)(number, &before, NULL);
}

void time_stamp_init(void) {
  const struct sigaction action = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO};
  REAL(sigaction)(SIGSEGV, &action, &before);
  set_trap(PR_TSC_SIGSEGV);
}

void time_stamp_constructors_end(void) {
  struct sigaction now;
  REAL(sigaction)(SIGSEGV, NULL, &now);
  if (now.sa_sigaction == trapped)
    REAL(sigaction)(SIGSEGV, &before, NULL);
}

bool time_stamp_answer(ucontext_t *context) {
  greg_t *const registers = context->uc_mcontext.gregs;
  const void *const at = (const void *)registers[REG_RIP];
  if (registers[REG_RIP] < 0 || *(const unsigned char *)at != rdtsc[0])
    return false;
  const bool names_processor = memcmp(at, rdtsc, sizeof rdtsc) != 0;
  if (names_processor && memcmp(at, rdtscp, sizeof rdtscp) != 0)
    return false;
  const bool programs = program_runs() && !in_libc((uintptr_t)at);
  const uint64_t stamp = programs ? time_of_counter() : real_time_stamp();
  registers[REG_RAX] = (greg_t)(stamp & UINT32_MAX);
  registers[REG_RDX] = (greg_t)(stamp >> 32);
  if (names_processor)
    registers[REG_RCX] = 0;
  registers[REG_RIP] += (greg_t)(names_processor ? sizeof rdtscp : sizeof rdtsc);
  return true;
}
#else
void time_stamp_init(void) {
}

void time_stamp_constructors_end(void) {
}

bool time_stamp_answer(ucontext_t *context) {
  (void)context;
  return false;
}
#endif
