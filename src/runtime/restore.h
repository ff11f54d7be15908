/*
 * The program's writable segments, and whose code is whose.
 */
#ifndef RAVEL_RUNTIME_RESTORE_H
#define RAVEL_RUNTIME_RESTORE_H

#include <stdbool.h>
#include <stdint.h>

void restore_init(void); /* learn where libc and this library are; before anything allocates */
void restore_snapshot(void);
void modules_note(void); /* which modules there are now */
void restore(void);
void restore_pieces(void);
bool is_system_library(const char *path); /* one whose state is not the program's */
bool in_program(uint64_t pc);             /* code of a module under test, not of a system library */
bool in_libc(uint64_t pc);                /* code of libc or the dynamic linker */
bool in_runtime(uint64_t pc);             /* our own */

#endif
