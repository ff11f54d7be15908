#include "report/unwind.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

enum { STACK_POINTER = 7, RETURN_ADDRESS = 16, MOST_FRAMES = 64 };

static bool frame_address(Dwarf_Frame *frame, const uint64_t *registers, uint64_t *address) {
  Dwarf_Op *operations;
  size_t n;
  if (dwarf_frame_cfa(frame, &operations, &n) != 0 || n != 1)
    return false;
  const Dwarf_Op *only = operations;
  if (only->atom == DW_OP_bregx && only->number < SHARED_REGISTERS)
    *address = registers[only->number] + only->number2;
  else if (only->atom >= DW_OP_breg0 && only->atom < DW_OP_breg0 + SHARED_REGISTERS)
    *address = registers[only->atom - DW_OP_breg0] + only->number;
  else
    return false;
  return true;
}

/* What a register held in the caller; false: that is not known. */
static bool register_before(Dwarf_Frame *frame, const struct memory_view *view, uint64_t address,
                            int number, uint64_t *value) {
  Dwarf_Op space[3], *operations = NULL;
  size_t n = 0;
  if (dwarf_frame_register(frame, number, space, &operations, &n) < 0)
    return false;
  if (n == 0) /* no rule, or none but that: a call preserves it; the outermost function does not
                 return */
    return number != RETURN_ADDRESS;
  if (operations[0].atom != DW_OP_call_frame_cfa || n > 2 ||
      (n == 2 && operations[1].atom != DW_OP_plus_uconst))
    return false;
  return memory_view_read(view, address + (n == 2 ? operations[1].number : 0), value);
}

static bool to_caller(struct debug *debug, const struct memory_view *view, uint64_t *registers) {
  static const int saved[] = {3, 6, 12, 13, 14, 15, RETURN_ADDRESS};
  const uint64_t pc = registers[RETURN_ADDRESS];
  struct debug_module *module = debug_module_at(debug, pc - 1);
  Dwarf_Addr bias;
  Dwarf_CFI *table = module ? dwfl_module_eh_cfi(module->dwfl, &bias) : NULL;
  Dwarf_Frame *frame = NULL;
  uint64_t address, before[SHARED_REGISTERS];
  bool good = table && dwarf_cfi_addrframe(table, pc - 1 - bias, &frame) == 0 &&
              frame_address(frame, registers, &address);
  memcpy(before, registers, sizeof before);
  for (size_t i = 0; good && i < sizeof saved / sizeof *saved; i++)
    good = register_before(frame, view, address, saved[i], &before[saved[i]]);
  free(frame);
  if (!good || address <= registers[STACK_POINTER])
    return false;
  memcpy(registers, before, sizeof before);
  registers[STACK_POINTER] = address;
  return true;
}

void unwind(struct debug *debug, const struct memory_view *view,
            const uint64_t kept[SHARED_REGISTERS],
            void (*callback)(void *self, uint64_t pc, const uint64_t *registers), void *self) {
  uint64_t registers[SHARED_REGISTERS];
  memcpy(registers, kept, sizeof registers);
  for (uint32_t i = 0; i < MOST_FRAMES && to_caller(debug, view, registers); i++)
    callback(self, registers[RETURN_ADDRESS], registers);
}
