/*
 * The addresses of library functions that a module has imported are replaced by those of slots
 * (libc_stub.S), as soon as the module is loaded. What is in no table is unknown, and goes through
 * a slot too. Functions whose row says that there is nothing to tell of them are left alone.
 */
#define _GNU_SOURCE
#include "runtime/libc_patch.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/coverage.h"
#include "runtime/file_calls.h"
#include "runtime/imports.h"
#include "runtime/libc_object.h"
#include "runtime/relocations.h"
#include "runtime/restore.h"
#include "runtime/runtime.h"

extern const char libc_slots[], libc_slots_end[];

enum { SLOT_SIZE = 16, MAX_SLOTS = 4096, MAX_PATCHED = 512, PAGE = 4096 };

static struct libc_slot slots[MAX_SLOTS];
static uint64_t n_slots;

static uintptr_t patched[MAX_PATCHED]; /* modules, by where they are loaded */
static uint32_t n_patched;

const struct libc_slot *libc_slot(uint64_t number) {
  return &slots[number];
}

void libc_slot_is_unknown(uint64_t number) {
  struct libc_slot *const slot = &slots[number];
  Dl_info info;
  if (slot->told)
    return;
  slot->told = true;
  if (dladdr(slot->real, &info) && info.dli_fname && is_system_library(info.dli_fname))
    not_covered_function(slot->name);
}

bool libc_is_slot(uint64_t address) {
  return address >= (uintptr_t)libc_slots && address < (uintptr_t)libc_slots_end;
}

static void *slot_address(uint64_t number) {
  return (void *)(libc_slots + number * SLOT_SIZE);
}

/* Something is to be done at a call of it. */
static bool is_of_interest(const struct libc_function *row) {
  return !row || (rt.inside && row->keeps) || row->touches[0].extent || row->more ||
         row->returned || row->format || row->object || row->numbers || row->unknown;
}

/* The slot of a function; NULL: it is called as it is. */
static void *slot_for(void *real, const char *name) {
  const struct libc_function *const row = libc_find(name);
  if (!is_of_interest(row))
    return NULL;
  for (uint64_t i = 0; i < n_slots; i++)
    if (slots[i].real == real && slots[i].row == row)
      return slot_address(i);
  if (n_slots == MAX_SLOTS)
    return NULL;
  const struct libc_special *const special = libc_special(name);
  const bool has_after = row && (libc_has_after(row) || libc_special_has_after(special));
  if (has_after && in_runtime((uintptr_t)real))
    __builtin_trap(); /* our own functions look at who calls them */
  void *const called = row && row->instead ? row->instead : real;
  const bool asked = rt.inside || (row && row->keeps == LIBC_KEEPS_LASTING);
  const uint8_t keeps = asked ? (uint8_t)import_keeps(name) : LIBC_KEEPS_NOTHING;
  slots[n_slots] = (struct libc_slot){.real = called,
                                      .name = name,
                                      .row = row,
                                      .special = special,
                                      .file = file_call_find(name),
                                      .has_after = has_after,
                                      .locks = row && libc_object_locks(row),
                                      .keeps = keeps};
  return slot_address(n_slots++);
}

int64_t libc_slot_of(const char *name) {
  void *const real = dlsym(RTLD_NEXT, name);
  const char *const slot = real ? slot_for(real, name) : NULL;
  return slot ? (slot - libc_slots) / SLOT_SIZE : -1;
}

/* --- which functions -----------------------------------------------------------------------------
 */

static bool is_of_library(const char *path, const char *library) {
  return strstr(path, library) != NULL;
}

static bool is_function(const ElfW(Sym) * symbol) {
  return symbol && (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC ||
                    ELF64_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC);
}

/* A module that was built with `ravel cc` calls our hooks. */
struct question {
  const void *begin;
  bool calls_hooks;
};

static void notice_hook(const struct relocation *relocation, void *question) {
  if (strncmp(relocation->name, "__tsan_", 7) == 0)
    ((struct question *)question)->calls_hooks = true;
}

static int ask_module(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  struct question *const question = data;
  const uint64_t at = (uintptr_t)question->begin;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *const part = &info->dlpi_phdr[i];
    if (part->p_type == PT_LOAD && at - info->dlpi_addr - part->p_vaddr < part->p_memsz) {
      relocations_of(info, notice_hook, question);
      return 1;
    }
  }
  return 0;
}

static bool is_instrumented(const void *begin) {
  static struct question last;
  if (last.begin != begin) {
    last = (struct question){begin, false};
    dl_iterate_phdr(ask_module, &last);
  }
  return last.calls_hooks;
}

/* Where the modules are: dladdr() goes through all symbols of one. */
enum { MAX_PLACES = 512 };
static struct place {
  const char *path;
  uint64_t begin, end;
} places[MAX_PLACES];
static uint32_t n_places;

static int note_place(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  if (n_places == MAX_PLACES)
    return 1;
  struct place *const place = &places[n_places++];
  *place = (struct place){info->dlpi_name, UINT64_MAX, 0};
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *const part = &info->dlpi_phdr[i];
    const uint64_t begin = info->dlpi_addr + part->p_vaddr, end = begin + part->p_memsz;
    if (part->p_type != PT_LOAD)
      continue;
    place->begin = begin < place->begin ? begin : place->begin;
    place->end = end > place->end ? end : place->end;
  }
  return 0;
}

static void note_places(void) {
  n_places = 0;
  dl_iterate_phdr(note_place, NULL);
}

static const struct place *place_of(const void *address) {
  for (uint32_t i = 0; i < n_places; i++)
    if ((uintptr_t)address - places[i].begin < places[i].end - places[i].begin)
      return &places[i];
  return NULL;
}

/* Functions of the C library that wait for another thread have stand-ins, and those that are left
 * do not; so it is with the kernel's own code in the process. */
static bool waits_in_stand_ins(const char *path) {
  return is_of_library(path, "/libc.so") || is_of_library(path, "linux-vdso.so") ||
         is_of_library(path, "libravel.so");
}

const char *library_without_hooks(uint64_t address) {
  const struct place *const place = place_of((const void *)(uintptr_t)address);
  return place && *place->path && !waits_in_stand_ins(place->path) &&
                 !is_instrumented((const void *)(uintptr_t)place->begin)
             ? place->path
             : NULL;
}

static bool leads_to_function(const struct relocation *relocation, void *real) {
  const ElfW(Sym) *symbol = NULL;
  Dl_info info;
  return relocation->is_function || !dladdr1(real, &info, (void **)&symbol, RTLD_DL_SYMENT) ||
         !symbol || is_function(symbol);
}

/* Where a name leads to. What the linker has already filled in is right; what it has left for the
 * first call leads back into the module. */
static void *target_of(const struct relocation *relocation, const struct place **place) {
  const struct place *const own = place_of(relocation->at);
  void *real = *relocation->at;
  if (!own || !real)
    return NULL;
  *place = place_of(real);
  if (!*place || *place == own) {
    real = dlsym(RTLD_DEFAULT, relocation->name);
    *place = place_of(real);
  }
  return *place && *place != own && leads_to_function(relocation, real) ? real : NULL;
}

/* Of our own library and of libm, what touches the program's memory; of libgcc, nothing. Of libc
 * and any other library that is not instrumented, all but what is known to do nothing of interest.
 */
static bool is_patched(const char *path, const void *begin, const char *name) {
  if (is_of_library(path, "libravel.so") || is_of_library(path, "libm.so"))
    return libc_find(name) != NULL;
  if (is_of_library(path, "libgcc_s.so"))
    return false;
  return !is_instrumented(begin);
}

/* --- patching ------------------------------------------------------------------------------------
 */

struct module {
  uintptr_t read_only_begin, read_only_end; /* since the linker has done its work */
  bool writable;
};

static void make_writable(struct module *module, bool writable) {
  if (module->read_only_end > module->read_only_begin && module->writable != writable)
    mprotect((void *)module->read_only_begin, module->read_only_end - module->read_only_begin,
             writable ? PROT_READ | PROT_WRITE : PROT_READ);
  module->writable = writable;
}

static void patch_one(const struct relocation *relocation, void *data) {
  struct module *const module = data;
  const struct place *place;
  if (!relocation->imported || !relocation->is_address || relocation->is_variable)
    return;
  void *const real = target_of(relocation, &place);
  if (!real || !is_patched(place->path, (const void *)(uintptr_t)place->begin, relocation->name))
    return;
  void *const slot = slot_for(real, relocation->name);
  if (!slot)
    return;
  const uintptr_t at = (uintptr_t)relocation->at;
  if (at >= module->read_only_begin && at < module->read_only_end)
    make_writable(module, true);
  *relocation->at = slot;
}

void *libc_patched(void *real) {
  const ElfW(Sym) *symbol = NULL;
  Dl_info info;
  if (!dladdr1(real, &info, (void **)&symbol, RTLD_DL_SYMENT) || !is_function(symbol) ||
      info.dli_saddr != real || !is_patched(info.dli_fname, info.dli_fbase, info.dli_sname))
    return real;
  void *const slot = slot_for(real, info.dli_sname);
  return slot ? slot : real;
}

static bool was_patched(uintptr_t base) {
  for (uint32_t i = 0; i < n_patched; i++)
    if (patched[i] == base)
      return true;
  return false;
}

static int patch_module(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  if (is_system_library(info->dlpi_name) || was_patched(info->dlpi_addr) ||
      n_patched == MAX_PATCHED)
    return 0;
  patched[n_patched++] = info->dlpi_addr;
  struct module module = {0};
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO) {
      const uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
      module.read_only_begin = begin & ~(uintptr_t)(PAGE - 1);
      module.read_only_end = (begin + info->dlpi_phdr[i].p_memsz) & ~(uintptr_t)(PAGE - 1);
    }
  relocations_of(info, patch_one, &module);
  make_writable(&module, false);
  return 0;
}

void libc_patch(void) {
  note_places();
  dl_iterate_phdr(patch_module, NULL);
}
