#include "report/built.h"

#include <string.h>

#include "report/image.h"

/* --- lists of names -------------------------------------------------------------------------- */

enum { MOST_NAMES = 8 };

/* Names for one sentence, each once. */
struct names {
  const char *all[MOST_NAMES];
  uint32_t n, more;
};

static void names_add(struct names *names, const char *name) {
  for (uint32_t i = 0; i < names->n; i++)
    if (strcmp(names->all[i], name) == 0)
      return;
  if (names->n < MOST_NAMES)
    names->all[names->n++] = name;
  else
    names->more++;
}

static void names_print(const struct names *names, struct buffer *text) {
  for (uint32_t i = 0; i < names->n; i++)
    buffer_printf(text, "%s%s", i ? ", " : "", names->all[i]);
  if (names->more)
    buffer_printf(text, " and %u more", names->more);
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool starts_with_one_of(const char *name, const char *const *list) {
  while (*list && strncmp(name, *list, strlen(*list)) != 0)
    list++;
  return *list != NULL;
}

/* --- objects --------------------------------------------------------------------------------- */

/* Every object has a symbol for its source, with its local symbols after it. Those of an
 * instrumented one have the constructor with which gcc or clang calls __tsan_init. */
static bool is_constructor(const char *name) {
  static const char *const constructors[] = {"_sub_I_00099", "tsan.module_ctor", NULL};
  return starts_with_one_of(name, constructors);
}

/* What the compiler adds to every program, and what the linker makes up. */
static bool is_source_of_program(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && *name != '<' && strcmp(dot, ".o") != 0 && strcmp(name, "crtstuff.c") != 0 &&
         strcmp(name, "offloadstuff.c") != 0;
}

static void collect_objects(const struct image *image, struct names *names) {
  const Elf64_Shdr *table = image_section_of_type(image, SHT_SYMTAB);
  size_t n;
  const Elf64_Sym *all = image_table(image, table, sizeof *all, &n);
  const Elf64_Shdr *strings = table ? image_section(image, table->sh_link) : NULL;
  const char *source = NULL; /* of an object that has not been seen to be instrumented */
  for (size_t i = 0; strings && i < n && ELF64_ST_BIND(all[i].st_info) == STB_LOCAL; i++) {
    const char *name = image_string(image, strings, all[i].st_name);
    if (ELF64_ST_TYPE(all[i].st_info) == STT_FILE) {
      if (source)
        names_add(names, source);
      source = name && is_source_of_program(base_name(name)) ? base_name(name) : NULL;
    } else if (name && is_constructor(name)) {
      source = NULL;
    }
  }
  if (source)
    names_add(names, source);
}

bool built_without_ravel(const char *path, struct buffer *text) {
  struct image image;
  struct names names = {0};
  if (!image_open(&image, path))
    return false;
  collect_objects(&image, &names);
  if (names.n) {
    buffer_puts(text, "code that was not compiled by ravel cc: ");
    names_print(&names, text);
  }
  image_close(&image);
  return names.n > 0;
}

/* --- assertions ------------------------------------------------------------------------------ */

/* The section is that of include/ravel-c++/assert.h: strings, one after the other. */
bool built_without_assertions(const char *path, struct buffer *text) {
  struct image image;
  struct names names = {0};
  if (!image_open(&image, path))
    return false;
  size_t size;
  const char *at = (const char *)image_section_named(&image, ".ravel.ndebug", &size);
  while (at && size) {
    const size_t length = strnlen(at, size);
    if (length == size)
      break; /* no string: it does not end */
    if (length)
      names_add(&names, base_name(at));
    at += length + 1;
    size -= length + 1;
  }
  if (names.n) {
    buffer_puts(text, "assertions of ");
    names_print(&names, text);
    buffer_puts(text, ": NDEBUG was defined");
  }
  image_close(&image);
  return names.n > 0;
}

/* --- libraries ------------------------------------------------------------------------------- */

/* The C and C++ libraries are not: the runtime knows what their functions do, or the manual page
 * says what is not seen of them. */
bool library_without_ravel(const char *path, struct buffer *text) {
  static const char *const known[] = {
      "libravel.so",   "libc.so",      "ld-linux",   "libm.so", "libgcc_s.so",
      "libpthread.so", "libdl.so",     "librt.so",   "linux-",  "libstdc++.so",
      "libubsan.so",   "libatomic.so", "libgomp.so", NULL};
  const char *name = base_name(path);
  if (!*name || starts_with_one_of(name, known) || elf_needs(path, "libravel.so") != ELF_NEEDS_NOT)
    return false;
  buffer_printf(text, "the library %s, which was not compiled by ravel cc", name);
  return true;
}
