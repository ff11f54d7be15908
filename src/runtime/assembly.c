/*
 * Inline assembly. Before every instruction that accesses memory the program calls
 * ravel_assembly_hook (assembly_hook.S), and the instruction is executed when that returns.
 *
 * Instructions are taken for what x86 makes of them: one with the prefix lock is a
 * read-modify-write that is seq_cst, a load acquires and a store releases. One that reads and
 * writes without the prefix is two plain accesses. mfence is a fence that is seq_cst, and so is
 * what has the prefix lock; lfence is one that acquires, and sfence one that releases.
 */
#include "protocol/assembly.h"
#include "runtime/access.h"
#include "runtime/client_requests.h"
#include "runtime/coverage.h"
#include "runtime/record.h"
#include "runtime/spinloop.h"
#include "runtime/weak.h"
#include "runtime/weak_memory.h"
#include "runtime/weak_order.h"
#include "runtime/weak_undecided.h"

#if defined(__x86_64__)
#include <cpuid.h>

void assembly_announce(uint64_t addr, uint64_t code, uint64_t rax, uint64_t pc, void *entry);

bool assembly_has_xsave;

static __attribute__((constructor)) void find_xsave(void) {
  unsigned eax, ebx, ecx = 0, edx;
  assembly_has_xsave = __get_cpuid(1, &eax, &ebx, &ecx, &edx) && (ecx & bit_OSXSAVE);
}

/* Its order is that of the hardware, which is told apart from what the program says in C. */
static int assembly_order(uint64_t code) {
  return code & ASSEMBLY_LOCKED  ? __ATOMIC_SEQ_CST
         : code & ASSEMBLY_READS ? __ATOMIC_ACQUIRE
                                 : __ATOMIC_RELEASE;
}

/* An event may follow. */
static void assembly_begins(void) {
  rt.current->hook.pc = 0; /* it can't be made again as calls can (late_read.h) */
  rt.current->hook.function = NULL;
  memset(rt.current->operands, 0, sizeof rt.current->operands); /* they are in the registers */
}

static void assembly_fence(int said, uint64_t pc, void *entry) {
  const int order = rt.weak ? weak_order_of_fence(said, pc) : said;
  if (rt.weak)
    weak_fence(order, pc, entry);
  else if (races_are_checked())
    datarace_fence(rt.current->tid, order);
  struct record *line = record(RECORD_FENCE, pc);
  if (line)
    line->order = (uint8_t)order;
}

static void assembly_races(uint64_t addr, uint32_t size, uint32_t mode, int order, uint64_t pc,
                           void *entry) {
  struct datarace race;
  if (!races_are_checked() || rt.current->await)
    return;
  bool (*const made)(rv_tid, uint64_t, uint64_t, int, struct datarace *) =
      mode == RV_READ    ? datarace_atomic_load
      : mode == RV_WRITE ? datarace_atomic_store
                         : datarace_atomic_rmw;
  if (made(rt.current->tid, addr, size, order, &race))
    race_found(&race, ACCESS_ATOMIC, mode != RV_READ, pc, entry);
  wipe_if_loops();
}

/* A compare-and-swap that will fail only reads. */
static uint32_t assembly_mode(uint64_t addr, uint64_t code, uint64_t rax) {
  const uint32_t size = code & ASSEMBLY_SIZE;
  const uint64_t expected = size < 8 ? rax & ((UINT64_C(1) << 8 * size) - 1) : rax;
  if (code & ASSEMBLY_COMPARES && contents(addr, size) != expected)
    return RV_READ;
  return (code & ASSEMBLY_READS ? RV_READ : 0) | (code & ASSEMBLY_WRITES ? RV_WRITE : 0);
}

static void assembly_performs(uint64_t addr, uint32_t size, uint32_t mode, uint64_t code,
                              uint64_t rax) {
  if (mode == RV_WRITE) {
    performed_plain(addr, size, true);
    return;
  }
  rt.step.expected = rax;
  performed_as(contents(addr, size), mode, code & ASSEMBLY_COMPARES ? RV_OP_COMPARES : 0);
}

static void assembly_access(uint64_t addr, uint64_t code, uint64_t rax, uint64_t pc, void *entry) {
  const uint32_t size = code & ASSEMBLY_SIZE;
  const uint32_t announced =
      (code & ASSEMBLY_READS ? RV_READ : 0) | (code & ASSEMBLY_WRITES ? RV_WRITE : 0);
  const bool compares = code & ASSEMBLY_COMPARES;
  const bool updates = rt.weak && announced == (RV_READ | RV_WRITE);
  weak_matters();
  if (rt.weak && rt.shared->request.explorer.memory != RV_MEMORY_SC)
    not_covered_once("inline assembly was executed as under --memory=sc");
  if (rt.weak && code & ASSEMBLY_LOCKED)
    weak_fence(__ATOMIC_SEQ_CST, pc, entry);
  if (updates)
    weak_memory_instruction(addr, size, compares);
  const bool event = ordered_access(addr, size, announced, pc, entry);
  const uint32_t mode = assembly_mode(addr, code, rax);
  assembly_races(addr, size, mode, assembly_order(code), pc, entry);
  if (!event)
    return;
  if (updates && compares)
    weak_memory_compared(addr, size, mode != RV_READ, __ATOMIC_SEQ_CST);
  else if (updates)
    weak_undecided_instruction(addr, size);
  assembly_performs(addr, size, mode, code, rax);
  record_plain(addr, size, mode != RV_READ, pc);
}

/* The flags lie below the return address (assembly_hook.S). */
static void forget_flags(void *entry) {
  enum { STATUS_FLAGS = 0x8d5 };
  uint64_t *const return_address = ((uint64_t **)entry)[2];
  return_address[-1] &= ~(uint64_t)STATUS_FLAGS;
}

void assembly_announce(uint64_t addr, uint64_t code, uint64_t rax, uint64_t pc, void *entry) {
  if (!rt.current)
    return;
  if (code & ASSEMBLY_FIRST)
    forget_flags(entry);
  assembly_begins();
  if (code & ASSEMBLY_UNKNOWN) {
    not_covered_once("instructions of inline assembly that Ravel does not know");
  } else if (code & ASSEMBLY_REQUEST) {
    client_request((const uint64_t *)(uintptr_t)rax, pc);
  } else if (code & ASSEMBLY_FENCE) {
    assembly_fence(assembly_order(code), pc, entry);
  } else if (code & ASSEMBLY_READS && code & ASSEMBLY_WRITES && !(code & ASSEMBLY_LOCKED)) {
    if (!races_are_checked())
      not_covered_once("assembly that reads and writes without the prefix lock: it is executed as "
                       "one step");
    plain_access(addr, code & ASSEMBLY_SIZE, false, pc, entry);
    plain_access(addr, code & ASSEMBLY_SIZE, true, pc, entry);
  } else {
    assembly_access(addr, code, rax, pc, entry);
  }
}
#endif
