/*
 * The program's writable segments, and whose code is whose.
 */
#ifndef RAVEL_RUNTIME_RESTORE_H
#define RAVEL_RUNTIME_RESTORE_H

#include <stdbool.h>
#include <stdint.h>

void restore_init(void); /* learn where libc and this library are; before anything allocates */
void restore_snapshot(void);
/* This memory is put back too. From now on it may be mapped from a copy, and what is shared with
 * other processes is. */
enum memory_kind { MEMORY_OF_FILE, MEMORY_ANONYMOUS, MEMORY_SHARED };
void restore_also(char *begin, char *end, enum memory_kind kind);
void modules_note(void); /* which modules there are now */
void restore(void);
void restore_pieces(void);
void restore_before_back(void);

/* A sum of what is in all segments of at most a mebibyte, but for the words of one access. */
struct rv_access;
uint64_t restore_sum(const struct rv_access *but);

bool is_system_library(const char *path); /* one whose state is not the program's */
bool in_program(uint64_t pc);             /* code of a module under test, not of a system library */
bool in_one_module(uint64_t pc, uint64_t other); /* both are code under test, of the same file */
bool in_libc(uint64_t pc);    /* libc, the dynamic linker, what the kernel maps */
bool in_runtime(uint64_t pc); /* our own */

#endif
