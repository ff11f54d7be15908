#include "report/variables.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "report/lines.h"

#ifdef __aarch64__
enum { FRAME_POINTER = 29 };
#else
enum { FRAME_POINTER = 6 };
#endif

/* --- at fixed addresses ----------------------------------------------------------------------- */

static bool fixed_address(Dwarf_Die *entry, uint64_t *address) {
  Dwarf_Attribute attribute, indexed;
  Dwarf_Op *operations;
  size_t n;
  if (!dwarf_attr(entry, DW_AT_location, &attribute) ||
      dwarf_getlocation(&attribute, &operations, &n) != 0 || n != 1)
    return false;
  if (operations[0].atom == DW_OP_addr) {
    *address = operations[0].number;
    return true;
  }
  return (operations[0].atom == DW_OP_addrx || operations[0].atom == DW_OP_GNU_addr_index) &&
         dwarf_getlocation_attr(&attribute, operations, &indexed) == 0 &&
         dwarf_formaddr(&indexed, address) == 0;
}

struct walk {
  struct variables *variables;
  struct arena *arena;
  uint64_t bias;
};

static void add_variable(struct walk *walk, Dwarf_Die *entry, const char *within) {
  struct variables *variables = walk->variables;
  struct variable found = {.function = ""};
  const char *name = debug_name(walk->arena, entry);
  if (!*name || !fixed_address(entry, &found.address) || !type_of(entry, &found.type))
    return;
  found.address += walk->bias;
  found.size = type_size(&found.type);
  found.name = strstr(name, "::") ? name : arena_printf(walk->arena, "%s%s", within, name);
  if (variables->n == variables->capacity) {
    variables->capacity = variables->capacity ? 2 * variables->capacity : 64;
    variables->all = must_realloc(variables->all, variables->capacity * sizeof *variables->all);
  }
  variables->all[variables->n++] = found;
}

/* Variables of functions are of no use without their functions' names, but for the programmer, who
 * knows them without. */
static void find_variables(struct walk *walk, Dwarf_Die *parent, const char *within) {
  Dwarf_Die child;
  if (dwarf_child(parent, &child) != 0)
    return;
  do {
    const char *name = dwarf_diename(&child);
    switch (dwarf_tag(&child)) {
    case DW_TAG_variable:
      add_variable(walk, &child, within);
      break;
    case DW_TAG_namespace:
      find_variables(walk, &child,
                     name ? arena_printf(walk->arena, "%s%s::", within, name) : within);
      break;
    case DW_TAG_subprogram:
    case DW_TAG_lexical_block:
      find_variables(walk, &child, "");
      break;
    }
  } while (dwarf_siblingof(&child, &child) == 0);
}

static int by_variable_address(const void *a, const void *b) {
  const struct variable *x = a, *y = b;
  return (x->address > y->address) - (x->address < y->address);
}

void variables_load(struct variables *variables, struct arena *arena, struct debug_module *module) {
  *variables = (struct variables){.loaded = true};
  struct walk walk = {.variables = variables, .arena = arena, .bias = module->bias};
  for (uint32_t i = 0; i < module->n_units; i++)
    find_variables(&walk, &module->units[i].die, "");
  if (variables->n)
    qsort(variables->all, variables->n, sizeof *variables->all, by_variable_address);
}

void variables_free(struct variables *variables) {
  free(variables->all);
  *variables = (struct variables){0};
}

const struct variable *variables_find(const struct variables *variables, uint64_t address) {
  uint32_t low = 0, high = variables->n; /* the first variable above `address` */
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (variables->all[middle].address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  const struct variable *found = low ? &variables->all[low - 1] : NULL;
  return found && address - found->address < found->size ? found : NULL;
}

/* --- in frames -------------------------------------------------------------------------------- */

struct frame {
  struct debug_module *module;
  uint64_t pc;      /* inside the call */
  uint64_t pointer; /* what its frame pointer is */
  const uint64_t *registers;
  uint64_t base; /* what its variables are relative to; 0: unknown */
};

/* What one operation computes that takes the frame pointer and adds to it. */
static bool from_pointer(const struct frame *frame, const Dwarf_Op *operation, uint64_t *result) {
  if (operation->atom == DW_OP_breg0 + FRAME_POINTER)
    *result = frame->pointer + operation->number;
  else if (operation->atom == DW_OP_bregx && operation->number == FRAME_POINTER)
    *result = frame->pointer + operation->number2;
  else
    return false;
  return true;
}

/* The canonical frame address: where the stack pointer was before the call of the function. */
static uint64_t frame_address(const struct frame *frame) {
  Dwarf_Addr bias;
  Dwarf_Frame *rules = NULL;
  Dwarf_Op *operations;
  size_t n;
  uint64_t result = 0;
  Dwarf_CFI *table = dwfl_module_eh_cfi(frame->module->dwfl, &bias);
  if (table && dwarf_cfi_addrframe(table, frame->pc - bias, &rules) == 0 &&
      dwarf_frame_cfa(rules, &operations, &n) == 0 && n == 1)
    from_pointer(frame, operations, &result);
  free(rules);
  return result;
}

static bool one_operation(const struct frame *frame, Dwarf_Die *entry, unsigned attribute,
                          Dwarf_Op *operation) {
  Dwarf_Attribute found;
  Dwarf_Op *operations;
  size_t n;
  if (!dwarf_attr_integrate(entry, attribute, &found) ||
      dwarf_getlocation_addr(&found, frame->pc - frame->module->bias, &operations, &n, 1) != 1 ||
      n != 1)
    return false;
  *operation = operations[0];
  return true;
}

static void find_base(struct frame *frame, Dwarf_Die *function) {
  Dwarf_Op operation;
  if (!one_operation(frame, function, DW_AT_frame_base, &operation))
    return;
  if (operation.atom == DW_OP_call_frame_cfa)
    frame->base = frame_address(frame);
  else if (operation.atom == DW_OP_reg0 + FRAME_POINTER)
    frame->base = frame->pointer;
  else
    from_pointer(frame, &operation, &frame->base);
}

static bool in_frame(const struct frame *frame, Dwarf_Die *entry, uint64_t *address) {
  Dwarf_Op operation;
  if (!one_operation(frame, entry, DW_AT_location, &operation))
    return false;
  if (operation.atom == DW_OP_fbreg && frame->base) {
    *address = frame->base + operation.number;
    return true;
  }
  return from_pointer(frame, &operation, address);
}

static bool is_preserved(int number) { /* by calls */
  return number == 3 || (number >= 12 && number <= 15);
}

/* A value in such a register, or one that is computed from it: DW_OP_breg, DW_OP_stack_value. */
static bool in_register(const struct frame *frame, Dwarf_Die *entry, uint64_t *value) {
  Dwarf_Attribute found;
  Dwarf_Op *operations;
  size_t n;
  if (!frame->registers || !dwarf_attr_integrate(entry, DW_AT_location, &found) ||
      dwarf_getlocation_addr(&found, frame->pc - frame->module->bias, &operations, &n, 1) != 1)
    return false;
  const int plain = operations[0].atom - DW_OP_reg0, added = operations[0].atom - DW_OP_breg0;
  if (n == 1 && is_preserved(plain))
    *value = frame->registers[plain];
  else if (n == 2 && is_preserved(added) && operations[1].atom == DW_OP_stack_value)
    *value = frame->registers[added] + operations[0].number;
  else
    return false;
  return true;
}

/* The function that the first of these scopes belongs to. */
static Dwarf_Die *function_around(Dwarf_Die *scopes, uint32_t n) {
  uint32_t i = 0;
  while (i + 1 < n && dwarf_tag(&scopes[i]) == DW_TAG_lexical_block)
    i++;
  return &scopes[i];
}

static bool is_of_library(struct arena *arena, struct debug_unit *unit, Dwarf_Die *function) {
  const char *file = debug_file(unit, function, DW_AT_decl_file);
  return file && file_of_the_system(path_straight(arena, file));
}

void locals_each(struct debug *debug, struct arena *arena, uint64_t pc, uint64_t frame_pointer,
                 const uint64_t *registers,
                 void (*callback)(void *self, const struct variable *variable), void *self) {
  Dwarf_Die scopes[DEBUG_MAX_SCOPES], child;
  struct debug_module *module = debug_module_at(debug, pc - 1);
  const uint32_t n = module ? debug_scopes(module, pc - 1, scopes) : 0;
  if (!n)
    return;
  struct debug_unit *const unit = debug_unit_at(module, pc - 1);
  struct frame frame = {
      .module = module, .pc = pc - 1, .pointer = frame_pointer, .registers = registers};
  find_base(&frame, &scopes[n - 1]);
  for (uint32_t i = 0; i < n; i++) {
    Dwarf_Die *function = function_around(scopes + i, n - i);
    struct variable variable = {.function = debug_name(arena, function),
                                .of_library = is_of_library(arena, unit, function)};
    if (dwarf_child(&scopes[i], &child) != 0)
      continue;
    do {
      const int tag = dwarf_tag(&child);
      const char *name = dwarf_diename(&child);
      if ((tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) || !name ||
          !type_of(&child, &variable.type))
        continue;
      variable.address = 0;
      variable.in_register = in_register(&frame, &child, &variable.value);
      if (!variable.in_register && !in_frame(&frame, &child, &variable.address))
        continue;
      variable.name = arena_string(arena, name);
      variable.size = type_size(&variable.type);
      callback(self, &variable);
    } while (dwarf_siblingof(&child, &child) == 0);
  }
}
