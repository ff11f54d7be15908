/*
 * Back to the start: the writable segments of the program's modules are put back as they were
 * just before main(). Small ones are copied. A large one becomes a private mapping of a copy of
 * itself: dropping its touched pages brings the copy back, at a cost that follows what was touched.
 *
 * System libraries that the runtime itself uses are left alone. The runtime restores their state
 * itself (stdio), or a replay that differs shows it.
 */
#define _GNU_SOURCE
#include "runtime/runtime.h"

#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/checkpoint.h"
#include "runtime/restore.h"
#include "runtime/touched.h"

enum { MAX_SEGMENTS = 256, PAGE = 4096, LARGE = 64 << 10, VERY_LARGE = 16 << 20, SUMMED = 1 << 20 };

struct segment {
  char *begin;
  size_t size;
  char *copy; /* NULL: a private mapping, restored by dropping its pages */
};

static struct {
  struct segment segment[MAX_SEGMENTS];
  size_t n;
  uint64_t libc_begin[8], libc_end[8]; /* libc, the dynamic linker, the kernel's code */
  size_t n_libc;
  uint64_t own_begin, own_end;                               /* this library */
  uint64_t code_begin[MAX_SEGMENTS], code_end[MAX_SEGMENTS]; /* of the program's modules */
  size_t n_code;
} restored;

/* Libraries that valgrind preloads are ignored too, so that it measures what runs without it. */
bool is_system_library(const char *path) {
  static const char *const names[] = {"libravel.so",   "libc.so",    "ld-linux",   "libm.so",
                                      "libgcc_s.so",   "libdl.so",   "linux-vdso", "librt.so",
                                      "libpthread.so", "libgomp.so", "vgpreload_"};
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strncmp(name, names[i], strlen(names[i])) == 0)
      return true;
  return false;
}

bool in_libc(uint64_t pc) {
  for (size_t i = 0; i < restored.n_libc; i++)
    if (pc >= restored.libc_begin[i] && pc < restored.libc_end[i])
      return true;
  return false;
}

bool in_runtime(uint64_t pc) {
  return pc >= restored.own_begin && pc < restored.own_end;
}

bool in_program(uint64_t pc) {
  for (size_t i = 0; i < restored.n_code; i++)
    if (pc >= restored.code_begin[i] && pc < restored.code_end[i])
      return true;
  return false;
}

bool in_one_module(uint64_t pc, uint64_t other) {
  for (size_t i = 0; i < restored.n_code; i++)
    if (pc >= restored.code_begin[i] && pc < restored.code_end[i])
      return other >= restored.code_begin[i] && other < restored.code_end[i];
  return false;
}

static void extent(const struct dl_phdr_info *info, uint64_t *begin, uint64_t *end) {
  *begin = UINT64_MAX, *end = 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD)
      continue;
    uint64_t from = info->dlpi_addr + part->p_vaddr, to = from + part->p_memsz;
    *begin = from < *begin ? from : *begin;
    *end = to > *end ? to : *end;
  }
}

static int find_libraries(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  uint64_t begin, end;
  extent(info, &begin, &end);
  if ((uintptr_t)&restored >= begin && (uintptr_t)&restored < end)
    restored.own_begin = begin, restored.own_end = end;
  const char *name = strrchr(info->dlpi_name, '/');
  name = name ? name + 1 : info->dlpi_name;
  bool libc = strncmp(name, "libc.so", 7) == 0 || strncmp(name, "ld-linux", 8) == 0 ||
              strncmp(name, "linux-vdso", 10) == 0;
  if (libc && restored.n_libc < 8) {
    restored.libc_begin[restored.n_libc] = begin;
    restored.libc_end[restored.n_libc++] = end;
  }
  return 0;
}

void restore_init(void) {
  dl_iterate_phdr(find_libraries, NULL);
}

static void note_module(const struct dl_phdr_info *info) {
  if (rt.shared->n_modules == SHARED_MAX_MODULES)
    return;
  struct shared_module *module = &rt.shared->modules[rt.shared->n_modules++];
  module->bias = info->dlpi_addr;
  extent(info, &module->begin, &module->end);
  strncpy(module->path, info->dlpi_name, sizeof module->path - 1);
}

static void *anonymous(size_t size) {
  void *got = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return got == MAP_FAILED ? NULL : got;
}

struct page_copy {
  int fd;
  char *begin;
  bool failed;
};

static void copy_page(char *page, void *data) {
  struct page_copy *copy = data;
  copy->failed |= pwrite(copy->fd, page, PAGE, page - copy->begin) != PAGE;
}

/* Puts a private mapping of a copy of [begin, begin+size) in its place; both are page-aligned. */
static bool map_copy(char *begin, size_t size, bool anonymous) {
  struct page_copy copy = {memfd_create("ravel-segment", MFD_CLOEXEC), begin, false};
  if (copy.fd < 0)
    return false;
  bool done = ftruncate(copy.fd, (off_t)size) == 0;
  if (done && !(anonymous && touched_pages(begin, size, TOUCHED_PRESENT, copy_page, &copy)))
    for (char *page = begin; page < begin + size; page += PAGE)
      copy_page(page, &copy);
  done = done && !copy.failed &&
         mmap(begin, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, copy.fd, 0) == begin;
  close(copy.fd);
  return done;
}

static void add_segment(char *begin, size_t size) {
  if (size == 0 || restored.n == MAX_SEGMENTS)
    return;
  struct segment segment = {begin, size, NULL};
  segment.copy = anonymous(size);
  if (!segment.copy)
    return;
  memcpy(segment.copy, begin, size);
  restored.segment[restored.n++] = segment;
}

/* The whole pages of a large segment are mapped, its ragged ends copied. */
void restore_also(char *begin, char *end, enum memory_kind kind) {
  char *first = (char *)(((uintptr_t)begin + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
  char *last = (char *)((uintptr_t)end & ~(uintptr_t)(PAGE - 1));
  const ptrdiff_t least = kind == MEMORY_SHARED ? PAGE : LARGE;
  if (last > first && last - first >= least &&
      map_copy(first, (size_t)(last - first), kind == MEMORY_ANONYMOUS)) {
    add_segment(begin, (size_t)(first - begin));
    restored.segment[restored.n++] = (struct segment){first, (size_t)(last - first), NULL};
    add_segment(last, (size_t)(end - last));
  } else {
    add_segment(begin, (size_t)(end - begin));
  }
}

/* libstdc++ is restored like the program, but nobody looks for errors in its code. */
static void add_code(uint64_t begin, uint64_t end, const char *path) {
  if (restored.n_code == MAX_SEGMENTS || strstr(path, "libstdc++.so"))
    return;
  restored.code_begin[restored.n_code] = begin;
  restored.code_end[restored.n_code++] = end;
}

static bool is_code_known(uint64_t begin) {
  for (size_t i = 0; i < restored.n_code; i++)
    if (restored.code_begin[i] == begin)
      return true;
  return false;
}

static int note_again(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  note_module(info);
  for (int i = 0; i < info->dlpi_phnum && !is_system_library(info->dlpi_name); i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    const uint64_t begin = info->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_LOAD && part->p_flags & PF_X && !is_code_known(begin))
      add_code(begin, begin + part->p_memsz, info->dlpi_name);
  }
  return 0;
}

void modules_note(void) {
  rt.shared->n_modules = 0;
  dl_iterate_phdr(note_again, NULL);
}

static int add_module(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  note_module(info);
  if (is_system_library(info->dlpi_name))
    return 0;
  uintptr_t relro_begin = 0, relro_end = 0; /* read-only by now */
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO) {
      relro_begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
      relro_end = (relro_begin + info->dlpi_phdr[i].p_memsz) & ~(uintptr_t)(PAGE - 1);
    }
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + part->p_vaddr, end = begin + part->p_memsz;
    if (part->p_type == PT_LOAD && part->p_flags & PF_X)
      add_code(begin, end, info->dlpi_name);
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_W))
      continue;
    if (relro_begin <= begin && relro_end > begin)
      begin = relro_end < end ? relro_end : end;
    restore_also((char *)begin, (char *)end, MEMORY_OF_FILE);
  }
  return 0;
}

void restore_snapshot(void) {
  rt.shared->n_modules = 0;
  dl_iterate_phdr(add_module, NULL);
}

static void page_is_piece(char *page, void *unused) {
  (void)unused;
  checkpoint_piece(page, PAGE);
}

/* Of a large segment, the pages written since the start. In a very large segment finding them takes
 * longer than replaying. */
void restore_pieces(void) {
  for (size_t i = 0; i < restored.n; i++) {
    const struct segment *segment = &restored.segment[i];
    if (segment->copy)
      checkpoint_piece(segment->begin, segment->size);
    else if (segment->size > VERY_LARGE ||
             !touched_pages(segment->begin, segment->size, TOUCHED_WRITTEN, page_is_piece, NULL))
      checkpoint_refuse();
  }
}

/* The bytes of a word that are not in a range. */
static uint64_t without(uint64_t word, uint64_t addr, const struct rv_access *but) {
  for (uint32_t i = 0; i < sizeof word; i++)
    if (addr + i - but->addr < but->size)
      ((unsigned char *)&word)[i] = 0;
  return word;
}

static uint64_t sum_of(const struct segment *segment, const struct rv_access *but) {
  uint64_t sum = 0, word;
  for (size_t at = 0; at + sizeof word <= segment->size; at += sizeof word) {
    const uint64_t addr = (uintptr_t)segment->begin + at;
    memcpy(&word, segment->begin + at, sizeof word);
    if (addr + sizeof word > but->addr && addr < but->addr + but->size)
      word = without(word, addr, but);
    sum += (word ^ addr) * UINT64_C(0x9e3779b97f4a7c15) >> 7;
  }
  return sum;
}

uint64_t restore_sum(const struct rv_access *but) {
  uint64_t sum = 0;
  for (size_t i = 0; i < restored.n; i++)
    if (restored.segment[i].size <= SUMMED)
      sum += sum_of(&restored.segment[i], but);
  return sum;
}

void restore_before_back(void) {
  for (size_t i = 0; i < restored.n; i++)
    if (!restored.segment[i].copy)
      madvise(restored.segment[i].begin, restored.segment[i].size, MADV_DONTNEED);
}

void restore(void) {
  for (size_t i = 0; i < restored.n; i++) {
    const struct segment *segment = &restored.segment[i];
    if (segment->copy)
      memcpy(segment->begin, segment->copy, segment->size);
    else
      madvise(segment->begin, segment->size, MADV_DONTNEED);
  }
}
