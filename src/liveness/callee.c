#include "liveness/callee.h"

#include <stdlib.h>
#include <string.h>

#include "liveness/instruction.h"
#include "protocol/assembly.h"

static bool begins(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

/* Calls before a plain access: they are given its address, and look at no memory of the program. */
static bool is_announcement(const char *name) {
  static const char *const rest[] = {
      "read1",
      "read2",
      "read4",
      "read8",
      "read16",
      "write1",
      "write2",
      "write4",
      "write8",
      "write16",
      "init",
      "func_entry",
      "func_exit",
      "vptr_update",
      "vptr_read",
      "read_range",
      "atomic_thread_fence",
      "write_range",
      "atomic_signal_fence",
  };
  if (begins(name, "unaligned_") || begins(name, "volatile_"))
    return true;
  for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
    if (strcmp(name, rest[i]) == 0)
      return true;
  return false;
}

/* `name`: what follows __tsan_atomic. The other arguments are stored, or say how. */
static bool is_atomic(const char *name, struct callee *callee) {
  char *operation;
  const long bits = strtol(name, &operation, 10);
  if (operation == name || bits < 8 || bits > 128)
    return false;
  callee->reach[RDI].end = (int32_t)bits / 8;
  callee->given = BIT(RSI) | BIT(RDX) | BIT(RCX) | BIT(R8) | BIT(R9);
  if (strcmp(operation, "_compare_exchange_strong") == 0 ||
      strcmp(operation, "_compare_exchange_weak") == 0) {
    callee->reach[RSI] = callee->reach[RDI];
    callee->given &= (uint16_t)~BIT(RSI);
    return true;
  }
  return strcmp(operation, "_load") == 0 || strcmp(operation, "_store") == 0 ||
         strcmp(operation, "_exchange") == 0 || begins(operation, "_fetch_") ||
         strcmp(operation, "_compare_exchange_val") == 0;
}

bool callee_never_returns(const char *name) {
  static const char *const names[] = {
      "abort",
      "exit",
      "_exit",
      "_Exit",
      "quick_exit",
      "__assert_fail",
      "__assert",
      "__stack_chk_fail",
      "_Unwind_Resume",
      "__cxa_throw",
      "__cxa_rethrow",
      "__cxa_bad_cast",
      "__cxa_bad_typeid",
      "__cxa_throw_bad_array_new_length",
      "_ZSt9terminatev",
      "pthread_exit",
      "thrd_exit",
      "longjmp",
      "_longjmp",
      "siglongjmp",
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0)
      return true;
  return begins(name, "_ZSt") && strstr(name, "__throw_");
}

/* Of this one nothing is known. */
static const struct callee anything = {.returns = true, .given = CALLER_SAVED};

/* `name`: of a function of another module. */
static struct callee callee_named(const char *name) {
  struct callee callee = anything;
  if (begins(name, "__tsan_")) {
    struct callee hook = {.hook = true, .confined = true, .returns = true};
    if (is_announcement(name + strlen("__tsan_")) ||
        (begins(name, "__tsan_atomic") && is_atomic(name + strlen("__tsan_atomic"), &hook)))
      return hook;
    return callee;
  }
  if (strcmp(name, "__atomic_fetch_add_8") == 0) { /* of a counter of --coverage, by gcc */
    struct callee hook = {.hook = true, .confined = true, .returns = true};
    is_atomic("64_fetch_add", &hook);
    return hook;
  }
  callee.returns = !callee_never_returns(name);
  callee.unconventional = strstr(name, "setjmp") || strstr(name, "getcontext") ||
                          strstr(name, "swapcontext") || strcmp(name, "vfork") == 0 ||
                          strcmp(name, ASSEMBLY_HOOK) == 0;
  return callee;
}

/* While a function is looked into, nothing is known of it: it may call itself. */
static struct callee callee_at(struct callees *callees, uint64_t address) {
  for (uint32_t i = 0; i < callees->n; i++)
    if (callees->known[i].address == address)
      return callees->known[i].callee;
  if (callees->depth == MAX_CALLEE_DEPTH)
    return anything;
  if (callees->n == callees->capacity) {
    callees->capacity = callees->capacity ? 2 * callees->capacity : 32;
    callees->known = must_realloc(callees->known, callees->capacity * sizeof *callees->known);
  }
  const uint32_t i = callees->n++;
  callees->known[i].address = address;
  callees->known[i].callee = anything;
  struct callee callee;
  callees->depth++;
  if (callee_summarise(callees, address, &callee))
    callees->known[i].callee = callee;
  callees->depth--;
  return callees->known[i].callee;
}

struct callee callee_of(struct callees *callees, const struct step *step) {
  uint64_t linkage = step->import;
  if (step->target) {
    linkage = binary_linkage(callees->binary, step->target);
    if (!linkage)
      return callee_at(callees, step->target);
  }
  const char *name = linkage ? binary_import(callees->binary, linkage) : NULL;
  return name ? callee_named(name) : anything;
}
