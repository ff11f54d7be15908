/*
 * Thread-local data. Every coroutine has a block of its own, laid out like the first thread's:
 * the thread-local data of all modules and the C library's description of the thread. Switching
 * threads sets the thread pointer, so `_Thread_local`, errno and the C++ runtime's exception
 * state belong to the coroutine, and the address of a thread-local variable can be handed to
 * another thread.
 *
 * A block is a copy of the first thread's, made when the program is about to start, with the
 * program's variables set to their initial values.
 */
#define _GNU_SOURCE
#include "runtime/runtime.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/checkpoint.h"
#include "runtime/pages.h"
#include "runtime/restore.h"
#include "runtime/tls.h"

/* An entry of the vector that __tls_get_addr() looks a module's block up in. Entry -1 holds how
 * many there are, entry 0 the generation. */
struct vector_entry {
  void *block;
  void *to_free;
};
#define NOT_ALLOCATED ((void *)-1)

static struct {
  char *pointer;         /* the first thread's */
  char *begin, *end;     /* its block: data of all modules and the thread's description */
  char *data, *data_end; /* the part that holds the modules' data */
  char *initial;         /* data of a new thread */
  char *main_data;       /* data of the first thread when main() starts */
  size_t vector_length;
} tls;

static struct vector_entry **vector_of(char *pointer) {
#if defined(__x86_64__)
  return (struct vector_entry **)(pointer + 8);
#else
  return (struct vector_entry **)pointer;
#endif
}

void *tls_get(void) {
  return __builtin_thread_pointer();
}

#if defined(__x86_64__)
/* On kernels and under tools that keep the instruction for themselves. */
static void set_by_system_call(void *pointer) {
  long result = SYS_arch_prctl;
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"(0x1002L /* ARCH_SET_FS */), "S"(pointer)
                   : "rcx", "r11", "memory");
}
#endif

void tls_set(void *pointer) {
  if (pointer == tls_get())
    return;
#if defined(__x86_64__)
  if (likely(rt.fsgsbase))
    __asm__ volatile("wrfsbase %0" ::"r"(pointer) : "memory");
  else
    set_by_system_call(pointer);
#else
  __asm__ volatile("msr tpidr_el0, %0" ::"r"(pointer) : "memory");
#endif
}

/* All modules that are loaded when the program starts have their data in one block. */
static int widen_data(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  for (int i = 0; i < info->dlpi_phnum && info->dlpi_tls_data; i++) {
    if (info->dlpi_phdr[i].p_type != PT_TLS)
      continue;
    char *begin = info->dlpi_tls_data, *end = begin + info->dlpi_phdr[i].p_memsz;
    if (begin < tls.data)
      tls.data = begin;
    if (end > tls.data_end)
      tls.data_end = end;
  }
  return 0;
}

void tls_init(void) {
  rt.fsgsbase = getauxval(AT_HWCAP2) & 2;
  const uint32_t *known = dlsym(RTLD_DEFAULT, "_thread_db_sizeof_pthread");
  size_t description = known ? *known : 2304;
  tls.pointer = tls.data = tls.data_end = tls_get();
  dl_iterate_phdr(widen_data, NULL);
#if defined(__x86_64__)
  tls.begin = tls.data;
  tls.end = tls.pointer + description;
#else
  tls.begin = tls.pointer - description;
  tls.end = tls.data_end;
#endif
  tls.vector_length = (size_t)(*vector_of(tls.pointer))[-1].block + 2;
}

bool tls_is_main(uint64_t addr) {
  return addr - (uintptr_t)tls.begin < (uint64_t)(tls.end - tls.begin);
}

/* Overwrites the program's variables in a copy of the modules' data with their initial values. */
static int initial_values(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  for (int i = 0; i < info->dlpi_phnum && info->dlpi_tls_data; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    char *begin = info->dlpi_tls_data;
    if (part->p_type != PT_TLS || begin < tls.data || begin >= tls.data_end ||
        in_libc(info->dlpi_addr + info->dlpi_phdr[0].p_vaddr))
      continue;
    char *to = tls.initial + (begin - tls.data);
    memcpy(to, (const char *)info->dlpi_addr + part->p_vaddr, part->p_filesz);
    memset(to + part->p_filesz, 0, part->p_memsz - part->p_filesz);
  }
  return 0;
}

void tls_snapshot(void) {
  size_t size = (size_t)(tls.data_end - tls.data);
  tls.main_data = pages_reserve(size);
  tls.initial = pages_reserve(size);
  memcpy(tls.main_data, tls.data, size);
  memcpy(tls.initial, tls.data, size);
  dl_iterate_phdr(initial_values, NULL);
}

void *tls_place(char *area_end, char **area_begin) {
  /* The same offset in a page as the first thread's block keeps every alignment. */
  size_t vector_bytes = tls.vector_length * sizeof(struct vector_entry);
  char *end = area_end - vector_bytes - 64;
  char *pointer = end - (tls.end - tls.pointer);
  pointer -= ((uintptr_t)pointer - (uintptr_t)tls.pointer) & 4095;
  *area_begin = (char *)((uintptr_t)(pointer - (tls.pointer - tls.begin)) & ~UINT64_C(63));
  return pointer;
}

/* A thread's own vector lies right behind its block. */
static void vector_begin(char *pointer) {
  ptrdiff_t moved = pointer - tls.pointer;
  struct vector_entry *from = *vector_of(tls.pointer) - 1;
  uintptr_t behind = ((uintptr_t)(tls.end + moved) + 15) & ~UINT64_C(15);
  struct vector_entry *to = (struct vector_entry *)behind;
  to[0] = from[0];
  to[1] = from[1];
  for (size_t i = 2; i < tls.vector_length; i++) {
    char *block = from[i].block;
    bool here = block >= tls.data && block <= tls.data_end;
    to[i] = here ? (struct vector_entry){block + moved, NULL}
                 : (struct vector_entry){NOT_ALLOCATED, NULL};
  }
  *vector_of(pointer) = to + 1;
}

/* The description of the thread is the first one's, but for what points at itself. */
static void description_begin(char *pointer) {
  ptrdiff_t moved = pointer - tls.pointer;
  memcpy(tls.begin + moved, tls.begin, (size_t)(tls.end - tls.begin));
#if defined(__x86_64__)
  *(void **)pointer = pointer;
  *(void **)(pointer + 16) = pointer;
#endif
  vector_begin(pointer);
}

char *tls_data(const struct thread *thread, size_t *size) {
  *size = (size_t)(tls.data_end - tls.data);
  return tls.data + ((char *)thread->tls - tls.pointer);
}

void tls_range(const struct thread *thread, uint64_t *begin, uint64_t *end) {
  ptrdiff_t moved = (char *)thread->tls - tls.pointer;
  *begin = (uintptr_t)(tls.begin + moved);
  *end = (uintptr_t)(tls.end + moved);
}

void tls_begin(struct thread *thread) {
  char *pointer = thread->tls;
  size_t size = (size_t)(tls.data_end - tls.data);
  if (pointer == tls.pointer) {
    memcpy(tls.data, tls.main_data, size);
    return;
  }
  if (*vector_of(pointer) == NULL)
    description_begin(pointer);
  memcpy(tls.data + (pointer - tls.pointer), tls.initial, size);
}
