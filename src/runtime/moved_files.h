/*
 * A file that the program begins to change is in memory from then on (memory_files.h): whoever has
 * it open has the copy, at the same position.
 */
#ifndef RAVEL_RUNTIME_MOVED_FILES_H
#define RAVEL_RUNTIME_MOVED_FILES_H

#include <stdint.h>

/* The file with this number is at another path. */
void file_moves_to(uint32_t file, const char *path);

#endif
