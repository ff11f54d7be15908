/*
 * What the program asks of system libraries, by name, before it runs. Such code may keep state that
 * is not the program's memory: open files, the environment, blocks that libc itself allocated. A
 * checkpoint does not put that back, and a restart of the program in the same process only
 * partly.
 */
#define _GNU_SOURCE
#include "runtime/imports.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "runtime/libc_table.h"
#include "runtime/libc_variables.h"
#include "runtime/relocations.h"
#include "runtime/restore.h"
#include "runtime/runtime.h"

/* Where a name leads: into the program, this library, or the system. */
static bool is_from_system(const char *name) {
  Dl_info info;
  void *at = dlsym(RTLD_DEFAULT, name);
  return at && dladdr(at, &info) && info.dli_fname && is_system_library(info.dli_fname) &&
         !strstr(info.dli_fname, "libravel.so") && !strstr(info.dli_fname, "libm.so");
}

/* What C++ imports: it has no state that a second call would find changed, but for streams. */
uint32_t import_keeps(const char *name) {
  const struct libc_function *const row = libc_find(name);
  return row ? row->keeps : is_from_system(name) ? LIBC_KEEPS_STATE : LIBC_KEEPS_NOTHING;
}

static void imports_judge_name(const char *name, struct imports *imports) {
  imports->cancels |= strcmp(name, "pthread_cancel") == 0;
  imports->environment |= strcmp(name, "environ") == 0 || strcmp(name, "__environ") == 0 ||
                          strcmp(name, "_environ") == 0;
  libc_variables_note(name);
  imports->loads |= strcmp(name, "dlopen") == 0;
  imports->tasks |= strncmp(name, "GOMP_task", 9) == 0;
  imports->sends_signals |= strcmp(name, "raise") == 0 || strcmp(name, "kill") == 0 ||
                            strcmp(name, "pthread_kill") == 0 || strstr(name, "sigqueue") != NULL ||
                            strcmp(name, "alarm") == 0 || strcmp(name, "setitimer") == 0 ||
                            strcmp(name, "timer_settime") == 0;
  imports->asks_for_ends |= strstr(name, "join_np") != NULL;
  if (!imports->stateful && import_keeps(name) != LIBC_KEEPS_NOTHING)
    imports->stateful = name;
}

static void judge_import(const struct relocation *relocation, void *imports) {
  if (relocation->imported)
    imports_judge_name(relocation->name, imports);
}

static int judge_module(struct dl_phdr_info *info, size_t size, void *imports) {
  (void)size;
  if (!is_system_library(info->dlpi_name) && !strstr(info->dlpi_name, "libstdc++.so"))
    relocations_of(info, judge_import, imports);
  return 0;
}

struct imports imports_judge(void) {
  struct imports imports = {0};
  dl_iterate_phdr(judge_module, &imports);
  return imports;
}
