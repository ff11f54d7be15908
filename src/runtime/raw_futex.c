#define _GNU_SOURCE
#include "runtime/raw_futex.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include "runtime/futex.h"
#include "runtime/real.h"
#include "runtime/restore.h"

enum { ARGUMENTS = 6 };

#if defined(__x86_64__)
static const unsigned char instruction[] = {0x0f, 0x05};
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
static const unsigned char instruction[] = {0x01, 0x00, 0x00, 0xd4};
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* --- who makes such calls ------------------------------------------------------------------------
 */

/* libstdc++ calls syscall(). */
static bool is_looked_at(const char *path) {
  return !is_system_library(path) && !strstr(path, "libstdc++.so");
}

static int look_for_instruction(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  for (int i = 0; i < info->dlpi_phnum && is_looked_at(info->dlpi_name); i++) {
    const ElfW(Phdr) *const part = &info->dlpi_phdr[i];
    if (part->p_type == PT_LOAD && part->p_flags & PF_X &&
        memmem((const void *)(info->dlpi_addr + part->p_vaddr), part->p_memsz, instruction,
               sizeof instruction))
      return 1;
  }
  return 0;
}

/* Where libc makes its calls. */
struct code_range {
  const void *inside;
  uint64_t begin, end;
};

static int find_range(struct dl_phdr_info *info, size_t size, void *data) {
  struct code_range *const range = data;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *const part = &info->dlpi_phdr[i];
    const uint64_t begin = info->dlpi_addr + part->p_vaddr;
    if (part->p_type != PT_LOAD || (uintptr_t)range->inside - begin >= part->p_memsz)
      continue;
    range->begin = begin;
    range->end = begin + part->p_memsz;
    return 1;
  }
  return 0;
}

/* --- answering -----------------------------------------------------------------------------------
 */

static void arguments_of(const ucontext_t *context, long *arguments) {
#if defined(__x86_64__)
  static const int registers[ARGUMENTS] = {REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9};
  for (int i = 0; i < ARGUMENTS; i++)
    arguments[i] = context->uc_mcontext.gregs[registers[i]];
#else
  for (int i = 0; i < ARGUMENTS; i++)
    arguments[i] = (long)context->uc_mcontext.regs[i];
#endif
}

static void set_result(ucontext_t *context, long result) {
#if defined(__x86_64__)
  context->uc_mcontext.gregs[REG_RAX] = result;
#else
  context->uc_mcontext.regs[0] = (unsigned long)result;
#endif
}

static void answer(int number, siginfo_t *info, void *data) {
  const int error = errno;
  long list[ARGUMENTS], result;
  (void)number;
  arguments_of(data, list);
  if (rt.current)
    result = futex_call(list, (uintptr_t)info->si_call_addr, FRAME);
  else
    result = REAL(syscall)(SYS_futex, list[0], list[1], list[2], list[3], list[4], list[5]);
  set_result(data, result < 0 ? -errno : result);
  errno = error;
}

/* --- the filter ----------------------------------------------------------------------------------
 */

#define FIELD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name))
#define HALF(name, n)                                                                              \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name) + 4u * (n))
#define IF(how, value, yes, no) BPF_JUMP(BPF_JMP | (how) | BPF_K, value, yes, no)
#define SAY(what) BPF_STMT(BPF_RET | BPF_K, what)

/* A futex that is not libc's. A range that crosses a multiple of 4 GiB is not compared. */
static void filter_install(const struct code_range *libc) {
  if (libc->begin >> 32 != libc->end >> 32)
    return;
  struct sock_filter code[] = {
      FIELD(arch),
      IF(BPF_JEQ, ARCHITECTURE, 0, 7),
      FIELD(nr),
      IF(BPF_JEQ, SYS_futex, 0, 5),
      HALF(instruction_pointer, 1),
      IF(BPF_JEQ, (uint32_t)(libc->begin >> 32), 0, 4),
      HALF(instruction_pointer, 0),
      IF(BPF_JGE, (uint32_t)libc->begin, 0, 2),
      IF(BPF_JGE, (uint32_t)libc->end, 1, 0),
      SAY(SECCOMP_RET_ALLOW),
      SAY(SECCOMP_RET_TRAP),
  };
  const struct sock_fprog program = {sizeof code / sizeof *code, code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
    REAL(syscall)
  (SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
}

void raw_futex_init(void) {
  struct code_range libc = {.inside = dlsym(RTLD_NEXT, "syscall")};
  if (!dl_iterate_phdr(look_for_instruction, NULL) || !dl_iterate_phdr(find_range, &libc))
    return;
  const struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO | SA_NODEFER};
  REAL(sigaction)(SIGSYS, &action, NULL);
  filter_install(&libc);
}
