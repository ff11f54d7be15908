/*
 * Files by number: that of its path without links, whoever opens it under whatever name. Places of
 * state.h stand for what is in a file, by its number.
 *
 * What is written to a file counts only where the program reads it back: then the file is shown,
 * and writes are ordered from then on.
 */
#ifndef RAVEL_RUNTIME_FILE_NUMBERS_H
#define RAVEL_RUNTIME_FILE_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

uint32_t file_number(const char *path);

/* The same for a file whose status is known. */
uint32_t file_number_with(const struct stat *status, const char *path);

/* The number that a name stands for which is no path. */
uint32_t file_number_named(const char *name);

/* Something reads it or writes it: does both, it is shown. */
void file_used(uint32_t number, bool reads, bool writes);
void file_show(uint32_t number);
bool file_is_shown(uint32_t number);

void file_numbers_reset(void);

#endif
