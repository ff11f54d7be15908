#include "report/uninstrumented.h"

#include <stdlib.h>
#include <string.h>

#include "report/cxx_name.h"
#include "report/image.h"
#include "report/instruction.h"

/* --- calls of the instrumentation ------------------------------------------------------------- */

enum { MOST_SLOTS = 256 };

/* Where the addresses of functions are kept that the compiler calls for an access. */
struct slots {
  uint64_t at[MOST_SLOTS];
  uint32_t n;
};

static bool starts_with(const char *name, const char *with) {
  return strncmp(name, with, strlen(with)) == 0;
}

static bool tells_of_access(const char *name) {
  return starts_with(name, "__tsan_") && !starts_with(name, "__tsan_func_") &&
         strcmp(name, "__tsan_init") != 0;
}

static void find_slots_in(const struct image *image, const Elf64_Shdr *section,
                          struct slots *slots) {
  const Elf64_Shdr *table = image_section(image, section->sh_link);
  const Elf64_Shdr *strings = table ? image_section(image, table->sh_link) : NULL;
  size_t n, n_symbols;
  const Elf64_Rela *all = image_table(image, section, sizeof *all, &n);
  const Elf64_Sym *symbols = image_table(image, table, sizeof *symbols, &n_symbols);
  for (size_t i = 0; strings && i < n && slots->n < MOST_SLOTS; i++) {
    const uint64_t symbol = ELF64_R_SYM(all[i].r_info);
    const char *name =
        symbol < n_symbols ? image_string(image, strings, symbols[symbol].st_name) : NULL;
    if (name && tells_of_access(name))
      slots->at[slots->n++] = all[i].r_offset;
  }
}

static void find_slots(const struct image *image, struct slots *slots) {
  for (uint32_t i = 0; i < image->header->e_shnum; i++) {
    const Elf64_Shdr *section = image_section(image, i);
    if (section && section->sh_type == SHT_RELA)
      find_slots_in(image, section, slots);
  }
}

static bool is_slot(const struct slots *slots, uint64_t address) {
  uint32_t i = 0;
  while (i < slots->n && slots->at[i] != address)
    i++;
  return i < slots->n;
}

/* --- code ------------------------------------------------------------------------------------- */

struct code {
  const uint8_t *bytes;
  size_t size;
  uint64_t address;
};

static const Elf64_Shdr *section_at(const struct image *image, uint64_t address) {
  for (uint32_t i = 0; i < image->header->e_shnum; i++) {
    const Elf64_Shdr *section = image_section(image, i);
    if (section && section->sh_flags & SHF_ALLOC && address - section->sh_addr < section->sh_size)
      return section;
  }
  return NULL;
}

/* The code from an address on, no more than `size` bytes. */
static struct code code_at(const struct image *image, uint64_t address, uint64_t size) {
  const Elf64_Shdr *section = section_at(image, address);
  if (!section || section->sh_type != SHT_PROGBITS)
    return (struct code){0};
  const uint64_t offset = address - section->sh_addr, rest = section->sh_size - offset;
  size = size < rest ? size : rest;
  return (struct code){image_at(image, section->sh_offset + offset, size), size, address};
}

static int32_t distance_at(const uint8_t *bytes) {
  int32_t distance;
  memcpy(&distance, bytes, sizeof distance);
  return distance;
}

/* An entry of the linkage table jumps to what is in its slot: perhaps after a mark for branches and
 * with a prefix. */
static bool jumps_through(const struct image *image, const struct slots *slots, uint64_t entry) {
  static const uint8_t mark[] = {0xf3, 0x0f, 0x1e, 0xfa};
  enum { LONGEST = 16 };
  const struct code code = code_at(image, entry, LONGEST);
  size_t at = 0;
  if (!code.bytes || code.size < LONGEST)
    return false;
  at += memcmp(code.bytes, mark, sizeof mark) == 0 ? sizeof mark : 0;
  at += code.bytes[at] == 0xf2;
  return code.bytes[at] == 0xff && code.bytes[at + 1] == 0x25 &&
         is_slot(slots, entry + at + 6 + (uint64_t)(int64_t)distance_at(code.bytes + at + 2));
}

/* Whether an instruction calls, or jumps to, a function that is told of an access. */
static bool calls_instrumentation(const struct image *image, const struct slots *slots,
                                  const struct code *code, size_t at, size_t length) {
  const uint8_t *bytes = code->bytes + at;
  const uint64_t next = code->address + at + length;
  const size_t prefix = *bytes == 0xf2;
  if (length == prefix + 5 && (bytes[prefix] == 0xe8 || bytes[prefix] == 0xe9))
    return jumps_through(image, slots, next + (uint64_t)(int64_t)distance_at(bytes + prefix + 1));
  if (length == prefix + 6 && bytes[prefix] == 0xff &&
      (bytes[prefix + 1] == 0x15 || bytes[prefix + 1] == 0x25))
    return is_slot(slots, next + (uint64_t)(int64_t)distance_at(bytes + prefix + 2));
  return false;
}

/* What the linker writes once, and nobody stores to later. */
static bool is_constant(const struct image *image, uint64_t address) {
  const Elf64_Shdr *section = section_at(image, address);
  const Elf64_Shdr *names = image_section(image, image->header->e_shstrndx);
  const char *name = section ? image_string(image, names, section->sh_name) : NULL;
  return section && (!(section->sh_flags & SHF_WRITE) ||
                     (name && (starts_with(name, ".got") || starts_with(name, ".data.rel.ro"))));
}

/* Whether what is read may be memory of other threads: not the frame, and no constant. */
static bool may_be_shared(const struct image *image, const struct x86_read *read, bool has_frame,
                          uint64_t next) {
  enum { STACK_POINTER = 4, FRAME_POINTER = 5 };
  if (!read->reads || read->base == STACK_POINTER || read->base == X86_THREAD ||
      (read->base == FRAME_POINTER && has_frame))
    return false;
  return read->base != X86_NEXT || !is_constant(image, next + (uint64_t)(int64_t)read->distance);
}

/* Whether it has a frame pointer: it begins by pushing the old one. */
static bool sets_up_frame(const struct code *code) {
  static const uint8_t mark[] = {0xf3, 0x0f, 0x1e, 0xfa},
                       push_and_move[] = {0x55, 0x48, 0x89, 0xe5};
  const size_t at = code->size > sizeof mark && memcmp(code->bytes, mark, sizeof mark) == 0 ? 4 : 0;
  return code->size >= at + sizeof push_and_move &&
         memcmp(code->bytes + at, push_and_move, sizeof push_and_move) == 0;
}

/* Whether code reads memory and never calls the instrumentation. What can't be decoded reads. */
static bool reads_unseen(const struct image *image, const struct slots *slots,
                         const struct code *code) {
  const bool has_frame = sets_up_frame(code);
  bool reads = false;
  for (size_t at = 0, length; at < code->size; at += length) {
    struct x86_read read;
    length = x86_instruction_reads(code->bytes + at, code->size - at, &read);
    if (!length)
      return true;
    if (calls_instrumentation(image, slots, code, at, length))
      return false;
    reads |= may_be_shared(image, &read, has_frame, code->address + at + length);
  }
  return reads;
}

/* --- functions -------------------------------------------------------------------------------- */

struct function {
  uint64_t address, size;
  const char *name;
};

static int by_slot_address(const void *a, const void *b) {
  const struct function *x = a, *y = b;
  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  return (x->size < y->size) - (x->size > y->size);
}

/* A function of a C++ program begins with its length: `_ZL20ravel_task_is_atomic...`. */
static const char *without_length(const char *name) {
  if (!starts_with(name, "_Z"))
    return name;
  name += 2 + (name[2] == 'L');
  return name + strspn(name, "0123456789");
}

/* What the compiler and libc add to programs, and the inside of mailboxes and of tasks, which
 * touches nothing of the program. */
static bool is_known_call(const char *name) {
  static const char *const exactly[] = {"_start",
                                        "_init",
                                        "_fini",
                                        "_dl_relocate_static_pie",
                                        "deregister_tm_clones",
                                        "register_tm_clones",
                                        "frame_dummy",
                                        "__do_global_dtors_aux",
                                        "atexit",
                                        "at_quick_exit",
                                        "pthread_atfork",
                                        "__pthread_atfork",
                                        NULL};
  static const char *const begins[] = {"ravel_own_process",
                                       "ravel_run_process",
                                       "ravel_lock_if_real",
                                       "ravel_unlock_if_real",
                                       "ravel_take_nth",
                                       "ravel_add_watcher",
                                       "ravel_next_watcher",
                                       "ravel_put_letter",
                                       "ravel_find_letter",
                                       "ravel_take_letter",
                                       "ravel_really_",
                                       "ravel_task_",
                                       NULL};
  for (const char *const *at = exactly; *at; at++)
    if (strcmp(name, *at) == 0)
      return true;
  for (const char *const *at = begins; *at; at++)
    if (starts_with(without_length(name), *at))
      return true;
  return false;
}

static bool is_code(const struct image *image, const Elf64_Sym *symbol) {
  const unsigned type = ELF64_ST_TYPE(symbol->st_info);
  const Elf64_Shdr *section = image_section(image, symbol->st_shndx);
  return (type == STT_FUNC || type == STT_NOTYPE || type == STT_GNU_IFUNC) && section &&
         section->sh_type == SHT_PROGBITS && section->sh_flags & SHF_EXECINSTR;
}

/* All places of code that have a name, by address. NULL: names have been stripped off. */
static struct function *find_functions(const struct image *image, size_t *found) {
  const Elf64_Shdr *table = image_section_of_type(image, SHT_SYMTAB);
  const Elf64_Shdr *names = table ? image_section(image, table->sh_link) : NULL;
  size_t n;
  const Elf64_Sym *all = image_table(image, table, sizeof *all, &n);
  struct function *functions = n ? malloc(n * sizeof *functions) : NULL;
  *found = 0;
  for (size_t i = 0; functions && i < n; i++) {
    const char *name = is_code(image, &all[i]) ? image_string(image, names, all[i].st_name) : NULL;
    if (name)
      functions[(*found)++] = (struct function){all[i].st_value, all[i].st_size, name};
  }
  if (functions)
    qsort(functions, *found, sizeof *functions, by_slot_address);
  return functions;
}

/* The first that is not known and reads what it does not tell; NULL: there is none. */
static const struct function *find_unseen(const struct image *image,
                                          const struct function *functions, size_t n) {
  struct slots slots = {.n = 0};
  find_slots(image, &slots);
  for (size_t i = 0; i < n; i++) {
    size_t next = i + 1;
    while (next < n && functions[next].address == functions[i].address)
      next++;
    const uint64_t rest = next < n ? functions[next].address - functions[i].address : UINT64_MAX;
    const uint64_t size = functions[i].size ? functions[i].size : rest;
    const struct code code = code_at(image, functions[i].address, size);
    if (code.bytes && !is_known_call(functions[i].name) && reads_unseen(image, &slots, &code))
      return &functions[i];
    i = next - 1;
  }
  return NULL;
}

bool uninstrumented_describe(const char *path, struct buffer *text) {
  struct arena arena = {0};
  struct image image;
  size_t n;
  if (!image_open(&image, path))
    return false;
  struct function *functions =
      image.header->e_machine == EM_X86_64 ? find_functions(&image, &n) : NULL;
  const struct function *unseen = functions ? find_unseen(&image, functions, n) : NULL;
  if (unseen) {
    buffer_printf(text, "%s, which is not instrumented", cxx_name(&arena, unseen->name));
  } else if (!functions) {
    buffer_puts(text, "functions of which it is not known whether they are instrumented");
  }
  const bool found = unseen || !functions;
  free(functions);
  arena_free(&arena);
  image_close(&image);
  return found;
}
