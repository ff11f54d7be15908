#include "report/unseen.h"

#include <string.h>

#include "protocol/assembly.h"
#include "report/built.h"
#include "report/image.h"
#include "report/instruction.h"
#include "report/lines.h"

struct unseen_kind {
  uint32_t n;
  uint64_t first; /* address after the first of them, as in the file */
};

struct unseen {
  struct unseen_kind atomic, varying;
};

typedef size_t instruction(const uint8_t *code, size_t size, bool *atomic);

static instruction *instruction_of(const struct image *image) {
  switch (image->header->e_machine) {
  case EM_X86_64:
    return x86_instruction;
  case EM_AARCH64:
    return arm_instruction;
  default:
    return NULL;
  }
}

/* What clang leaves of a load of 16 bytes after the call that makes it: zero in place of zero. */
static bool changes_nothing(const uint8_t *code, size_t at) {
  static const uint8_t zero_rbx_and_exchange[] = {0x31, 0xdb, 0xf0, 0x48, 0x0f, 0xc7};
  return at >= 2 && memcmp(code + at - 2, zero_rbx_and_exchange, sizeof zero_rbx_and_exchange) == 0;
}

/* rdrand, rdseed: what they leave is another value each time. */
static bool varies(const uint8_t *code, size_t length) {
  while (length > 2 && (*code == 0x66 || (*code & 0xf0) == 0x40)) /* prefixes */
    code++, length--;
  return length == 3 && code[0] == 0x0f && code[1] == 0xc7 && code[2] >= 0xf0;
}

/* The runtime was told of an instruction of inline assembly. */
static bool is_announced(const uint8_t *code, size_t at) {
  const size_t n = sizeof assembly_epilogue;
  return at >= n && memcmp(code + at - n, assembly_epilogue, n) == 0;
}

static void found(struct unseen_kind *kind, uint64_t after) {
  if (kind->n++ == 0)
    kind->first = after;
}

static void look_into(struct unseen *unseen, const uint8_t *code, const Elf64_Sym *function,
                      instruction *decode) {
  bool atomic;
  for (size_t at = 0, length; at < function->st_size; at += length) {
    length = decode(code + at, function->st_size - at, &atomic);
    if (!length)
      return; /* no longer sure where instructions begin */
    if (atomic && !changes_nothing(code, at) && !is_announced(code, at))
      found(&unseen->atomic, function->st_value + at + length);
    if (decode == x86_instruction && varies(code + at, length))
      found(&unseen->varying, function->st_value + at + length);
  }
}

static struct unseen unseen_find(const char *path) {
  struct unseen unseen = {0};
  struct image image;
  if (!image_open(&image, path))
    return unseen;
  instruction *const decode = instruction_of(&image);
  size_t n;
  const Elf64_Sym *all =
      image_table(&image, image_section_of_type(&image, SHT_SYMTAB), sizeof *all, &n);
  for (size_t i = 0; decode && i < n; i++) {
    const Elf64_Shdr *section =
        ELF64_ST_TYPE(all[i].st_info) == STT_FUNC ? image_section(&image, all[i].st_shndx) : NULL;
    const uint64_t offset = section ? all[i].st_value - section->sh_addr : 0;
    if (!section || section->sh_type != SHT_PROGBITS || all[i].st_value < section->sh_addr)
      continue;
    const uint8_t *code = image_at(&image, section->sh_offset + offset, all[i].st_size);
    if (code)
      look_into(&unseen, code, &all[i], decode);
  }
  image_close(&image);
  return unseen;
}

/* Where the first of them is, in brackets. */
static void say_place(const struct unseen_kind *kind, const char *path, const char *directory,
                      struct buffer *text) {
  const struct shared_module module = {.end = UINT64_MAX};
  struct debug debug;
  struct lines lines;
  debug_open(&debug, &module, 1, path);
  lines_open(&lines, &debug, directory);
  const struct place *place = lines_own_place(lines_find(&lines, kind->first));
  if (place)
    buffer_printf(text, " (%s%s:%u)", kind->n == 1 ? "" : "the first at ", place->file,
                  place->line);
  lines_close(&lines);
  debug_close(&debug);
}

static void say_atomic(const struct unseen_kind *kind, const char *path, const char *directory,
                       struct buffer *text) {
  const bool one = kind->n == 1;
  buffer_printf(text, "%u atomic instruction%s", kind->n, one ? "" : "s");
  say_place(kind, path, directory, text);
  buffer_printf(text,
                " from inline assembly, or from a file not compiled by ravel cc, %s not explored: "
                "write C11 atomics or __atomic builtins instead",
                one ? "is" : "are");
}

static void say_varying(const struct unseen_kind *kind, const char *path, const char *directory,
                        struct buffer *text) {
  buffer_printf(text, "other values of the processor's random numbers");
  say_place(kind, path, directory, text);
  buffer_printf(text, ": each execution has its own");
}

void unseen_describe(const char *path, const char *directory, struct buffer *atomic,
                     struct buffer *varying) {
  const struct unseen unseen = unseen_find(path);
  if (unseen.atomic.n)
    say_atomic(&unseen.atomic, path, directory, atomic);
  if (unseen.varying.n)
    say_varying(&unseen.varying, path, directory, varying);
}

/* --- libraries ----------------------------------------------------------------------------------
 */

static bool section_has_atomic(const uint8_t *code, size_t size, instruction *decode) {
  bool atomic = false;
  for (size_t at = 0, length; at < size && !atomic; at += length ? length : 1)
    length = decode(code + at, size - at, &atomic);
  return atomic;
}

/* Without symbols, as libraries mostly are: bytes that are no instructions may look like some. */
static bool library_has_atomic(const char *path) {
  struct image image;
  if (!image_open(&image, path))
    return false;
  instruction *const decode = instruction_of(&image);
  bool found = false;
  for (uint32_t i = 0; decode && i < image.header->e_shnum && !found; i++) {
    const Elf64_Shdr *const section = image_section(&image, i);
    if (!section || section->sh_type != SHT_PROGBITS || !(section->sh_flags & SHF_EXECINSTR))
      continue;
    const uint8_t *const code = image_at(&image, section->sh_offset, section->sh_size);
    found = code && section_has_atomic(code, section->sh_size, decode);
  }
  image_close(&image);
  return found;
}

static void add_name(const char *name, struct buffer *names) {
  buffer_printf(names, "%s%s", names->length ? ", " : "", name);
}

static const char *file_name(const char *path) {
  const char *const slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

bool unseen_orders(const char *path, const struct shared *shared, struct buffer *names) {
  struct buffer sentence = {0};
  if (unseen_find(path).atomic.n && built_without_ravel(path, &sentence))
    add_name(strchr(buffer_text(&sentence), ':') + 2, names);
  for (uint32_t i = 0; i < shared->n_modules && i < SHARED_MAX_MODULES; i++) {
    const char *const library = shared->modules[i].path;
    if (*library && library_without_ravel(library, &sentence) && library_has_atomic(library))
      add_name(file_name(library), names);
  }
  buffer_free(&sentence);
  return names->length > 0;
}
