#include "report/debug.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "report/cxx_name.h"

bool path_of_the_system(const char *path) {
  const char *slash = strrchr(path, '/');
  return (slash && strcmp(slash + 1, "libravel.so") == 0) || strncmp(path, "/lib", 4) == 0 ||
         strncmp(path, "/usr/lib", 8) == 0;
}

/* --- opening ---------------------------------------------------------------------------------- */

void debug_open(struct debug *debug, const struct shared_module *modules, uint32_t n,
                const char *program) {
  static char *debug_files; /* where libdw looks by itself */
  static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_build_id_find_elf,
                                           .find_debuginfo = dwfl_standard_find_debuginfo,
                                           .debuginfo_path = &debug_files};
  *debug = (struct debug){.modules = modules, .n_modules = n};
  debug->module = must_alloc((n + 1) * sizeof *debug->module);
  memset(debug->module, 0, (n + 1) * sizeof *debug->module);
  debug->dwfl = dwfl_begin(&callbacks);
  if (!debug->dwfl)
    return;
  dwfl_report_begin(debug->dwfl);
  for (uint32_t i = 0; i < n; i++) {
    const char *path = debug->module[i].path = *modules[i].path ? modules[i].path : program;
    debug->module[i].dwfl = dwfl_report_elf(debug->dwfl, path, path, -1, modules[i].bias, true);
  }
  dwfl_report_end(debug->dwfl, NULL, NULL);
}

void debug_close(struct debug *debug) {
  for (uint32_t i = 0; i < debug->n_modules; i++) {
    free(debug->module[i].units);
    free(debug->module[i].ranges);
  }
  free(debug->module);
  if (debug->dwfl)
    dwfl_end(debug->dwfl);
  *debug = (struct debug){0};
}

/* --- units ------------------------------------------------------------------------------------ */

static void add_ranges(struct debug_module *module, uint32_t unit) {
  Dwarf_Addr base, begin, end;
  ptrdiff_t at = 0;
  while ((at = dwarf_ranges(&module->units[unit].skeleton, at, &base, &begin, &end)) > 0) {
    const uint32_t n = module->n_ranges;
    if ((n & (n - 1)) == 0)
      module->ranges = must_realloc(module->ranges, (n ? 2 * n : 1) * sizeof *module->ranges);
    module->ranges[module->n_ranges++] =
        (struct debug_range){.begin = begin, .end = end, .unit = unit};
  }
}

static void add_unit(struct debug_module *module, const Dwarf_Die *skeleton,
                     const Dwarf_Die *split) {
  const uint32_t n = module->n_units;
  if ((n & (n - 1)) == 0)
    module->units = must_realloc(module->units, (n ? 2 * n : 1) * sizeof *module->units);
  module->units[module->n_units++] =
      (struct debug_unit){.skeleton = *skeleton, .die = split->addr ? *split : *skeleton};
  add_ranges(module, n);
}

static int by_begin(const void *a, const void *b) {
  const struct debug_range *x = a, *y = b;
  return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Nobody looks into libraries of the system; their debug information may have to be fetched. */
static void load(struct debug_module *module) {
  Dwarf_Addr bias = 0;
  module->loaded = true;
  Dwarf *dwarf =
      path_of_the_system(module->path) ? NULL : dwfl_module_getdwarf(module->dwfl, &bias);
  module->bias = bias;
  Dwarf_CU *unit = NULL;
  uint8_t type;
  Dwarf_Die skeleton, split;
  while (dwarf && dwarf_get_units(dwarf, unit, &unit, NULL, &type, &skeleton, &split) == 0)
    if (type == DW_UT_compile || type == DW_UT_partial || type == DW_UT_skeleton)
      add_unit(module, &skeleton, type == DW_UT_skeleton ? &split : &(Dwarf_Die){0});
  if (module->n_ranges)
    qsort(module->ranges, module->n_ranges, sizeof *module->ranges, by_begin);
}

struct debug_module *debug_module_at(struct debug *debug, uint64_t address) {
  for (uint32_t i = 0; i < debug->n_modules; i++)
    if (address >= debug->modules[i].begin && address < debug->modules[i].end) {
      struct debug_module *module = &debug->module[i];
      if (module->dwfl && !module->loaded)
        load(module);
      return module->dwfl ? module : NULL;
    }
  return NULL;
}

struct debug_unit *debug_unit_at(struct debug_module *module, uint64_t pc) {
  const uint64_t address = pc - module->bias;
  uint32_t low = 0, high = module->n_ranges; /* the first range that begins above it */
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (module->ranges[middle].begin <= address)
      low = middle + 1;
    else
      high = middle;
  }
  const struct debug_range *range = low ? &module->ranges[low - 1] : NULL;
  return range && address < range->end ? &module->units[range->unit] : NULL;
}

/* --- scopes ----------------------------------------------------------------------------------- */

static bool may_hold_functions(int tag) {
  return tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_class_type ||
         tag == DW_TAG_structure_type || tag == DW_TAG_union_type;
}

static bool is_scope(int tag) {
  return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine ||
         tag == DW_TAG_lexical_block;
}

/* The scope below `from` that has the address: directly, through namespaces and classes, or
 * `inside` other functions, where the functions of lambdas and other local classes are. */
static bool scope_below(Dwarf_Die *from, uint64_t address, bool inside, Dwarf_Die *found) {
  Dwarf_Die child;
  if (dwarf_child(from, &child) != 0)
    return false;
  do {
    const int tag = dwarf_tag(&child);
    if (is_scope(tag) && dwarf_haspc(&child, address) > 0) {
      *found = child;
      return true;
    }
    if ((may_hold_functions(tag) || (inside && is_scope(tag))) &&
        scope_below(&child, address, inside, found))
      return true;
  } while (dwarf_siblingof(&child, &child) == 0);
  return false;
}

uint32_t debug_scopes(struct debug_module *module, uint64_t pc,
                      Dwarf_Die scopes[DEBUG_MAX_SCOPES]) {
  struct debug_unit *unit = debug_unit_at(module, pc);
  if (!unit)
    return 0;
  uint32_t n = 0;
  Dwarf_Die at = unit->die;
  while (n < DEBUG_MAX_SCOPES &&
         (scope_below(&at, pc - module->bias, false, &scopes[n]) ||
          (n == 0 && scope_below(&at, pc - module->bias, true, &scopes[n]))))
    at = scopes[n++];
  for (uint32_t i = 0; i < n / 2; i++) { /* the innermost first */
    const Dwarf_Die swapped = scopes[i];
    scopes[i] = scopes[n - 1 - i];
    scopes[n - 1 - i] = swapped;
  }
  return n;
}

const char *debug_file(struct debug_unit *unit, Dwarf_Die *entry, unsigned attribute) {
  Dwarf_Attribute found;
  Dwarf_Files *files;
  Dwarf_Word number;
  size_t n;
  return dwarf_formudata(dwarf_attr_integrate(entry, attribute, &found), &number) == 0 &&
                 dwarf_getsrcfiles(&unit->die, &files, &n) == 0 && number < n
             ? dwarf_filesrc(files, number, NULL, NULL)
             : NULL;
}

const char *debug_name(struct arena *arena, Dwarf_Die *entry) {
  Dwarf_Attribute attribute;
  const char *name = dwarf_diename(entry), *linkage = NULL;
  if (dwarf_attr_integrate(entry, DW_AT_linkage_name, &attribute) ||
      dwarf_attr_integrate(entry, DW_AT_MIPS_linkage_name, &attribute))
    linkage = dwarf_formstring(&attribute);
  if (linkage && strncmp(linkage, "_Z", 2) == 0)
    return cxx_name(arena, linkage);
  if (name && strcmp(name, "operator()") == 0) /* of a class that has no name to be linked by */
    return "lambda";
  return name ? arena_string(arena, name) : "";
}

const char *debug_literal(struct debug *debug, struct arena *arena, uint64_t address) {
  enum { LONGEST = 40 };
  GElf_Addr bias = 0;
  GElf_Phdr part;
  size_t n = 0;
  struct debug_module *module = debug_module_at(debug, address);
  Elf *elf = module ? dwfl_module_getelf(module->dwfl, &bias) : NULL;
  if (!elf || elf_getphdrnum(elf, &n) != 0)
    return NULL;
  for (size_t i = 0; i < n; i++) {
    const uint64_t at = address - bias;
    if (!gelf_getphdr(elf, (int)i, &part) || part.p_type != PT_LOAD || part.p_flags & PF_W ||
        at < part.p_vaddr || at - part.p_vaddr >= part.p_filesz)
      continue;
    const uint64_t offset = at - part.p_vaddr, rest = part.p_filesz - offset;
    const Elf_Data *data = elf_getdata_rawchunk(elf, (int64_t)(part.p_offset + offset),
                                                rest < LONGEST ? rest : LONGEST, ELF_T_BYTE);
    if (!data)
      return NULL;
    const size_t length = strnlen(data->d_buf, data->d_size);
    return arena_printf(arena, "\"%.*s\"%s", (int)length, (const char *)data->d_buf,
                        length == LONGEST ? "..." : "");
  }
  return NULL;
}
