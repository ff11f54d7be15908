/*
 * A worker in the state at a call. What the program has in memory then is put back before every
 * execution: beside the segments of its modules, libc's heap, what it has mapped, and the stack
 * above the call. Other threads of the process are not there: a child has only the one that forked.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/arguments.h"
#include "runtime/exit.h"
#include "runtime/inside.h"
#include "runtime/instrument.h"
#include "runtime/keys.h"
#include "runtime/pages.h"
#include "runtime/real.h"
#include "runtime/restore.h"
#include "runtime/runtime.h"
#include "runtime/tls.h"
#include "runtime/worker.h"

static struct inside_call called;

_Noreturn void inside_work(const struct inside_call *call, int memory, int output) {
  called = *call;
  rt.inside = true;
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  if (output >= 0) {
    dup2(output, 1);
    dup2(output, 2);
    close(output);
  }
  worker_take_over(memory);
  arguments_init(0, NULL);
  inside_files_keep();
  keys_take_over();
  worker_run(environ);
}

uint64_t inside_function(void) {
  return (uintptr_t)called.function;
}

uint32_t inside_caller(void) {
  return called.caller;
}

_Noreturn void inside_call_function(void) {
  last_function_exit = 0;
  called.function(called.argument);
  exit_from_main(0, last_function_exit);
}

/* --- what is put back ----------------------------------------------------------------------------
 */

enum { PAGE = 4096, MAX_MAPS = 1 << 20 };

struct range {
  uint64_t begin, end;
  bool is_known; /* to a module: it is put back with that, or left alone */
};

static int ask_module(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  struct range *range = data;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    const uint64_t begin = (info->dlpi_addr + part->p_vaddr) & ~(uint64_t)(PAGE - 1),
                   end = pages_round_up(info->dlpi_addr + part->p_vaddr + part->p_memsz, PAGE);
    if (part->p_type == PT_LOAD && begin < range->end && range->begin < end)
      range->is_known = true;
  }
  return range->is_known;
}

/* Addresses that nothing but the runtime uses. */
static bool is_ours(uint64_t addr) {
  return addr >= SHARED_BASE && addr < PAGES_BASE + PAGES_BASE;
}

static void keep_region(uint64_t begin, uint64_t end, enum memory_kind kind) {
  if (begin < end)
    restore_also((char *)(uintptr_t)begin, (char *)(uintptr_t)end, kind);
}

/* The description of the thread that runs is libc's and the kernel's; its data tls.c puts back. */
static void keep_around_thread(struct range range, enum memory_kind kind) {
  struct thread self = {.tls = tls_get()};
  uint64_t begin, end;
  tls_range(&self, &begin, &end);
  if (begin >= range.end || end <= range.begin) {
    keep_region(range.begin, range.end, kind);
    return;
  }
  keep_region(range.begin, begin & ~(uint64_t)(PAGE - 1), kind);
  keep_region(pages_round_up(end, PAGE), range.end, kind);
}

/* Memory that the processes of a family share is /dev/zero to the kernel. */
static bool is_device(const char *line) {
  const char *const path = strstr(line, " /dev/");
  return path && strncmp(path, " /dev/zero", 10) != 0 && strncmp(path, " /dev/shm/", 10) != 0;
}

/* One line of /proc/self/maps. */
static void keep_mapping(const char *line) {
  struct range range = {0};
  char access[5] = "", *rest;
  const uint64_t stack = (uintptr_t)called.frame;
  range.begin = strtoull(line, &rest, 16);
  range.end = strtoull(rest + 1, &rest, 16);
  strncpy(access, rest + 1, 4);
  if (strncmp(access, "rw-", 3) != 0 || is_ours(range.begin) || is_device(line))
    return;
  if (stack >= range.begin && stack < range.end) {
    keep_region(stack, range.end, MEMORY_ANONYMOUS);
    return;
  }
  dl_iterate_phdr(ask_module, &range);
  if (!range.is_known)
    keep_around_thread(range, access[3] == 's'    ? MEMORY_SHARED
                              : strchr(line, '/') ? MEMORY_OF_FILE
                                                  : MEMORY_ANONYMOUS);
}

void inside_snapshot(void) {
  char *const maps = pages_reserve(MAX_MAPS);
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  size_t length = 0;
  for (ssize_t n; (n = read(file, maps + length, MAX_MAPS - 1 - length)) > 0;)
    length += (size_t)n;
  close(file);
  for (char *line = maps, *end; (end = strchr(line, '\n')); line = end + 1) {
    *end = 0;
    keep_mapping(line);
  }
}
