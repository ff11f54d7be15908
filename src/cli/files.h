/* Files that are complete or not there, and a directory that does not outlive its use. */
#ifndef RAVEL_CLI_FILES_H
#define RAVEL_CLI_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "report/buffer.h"

/* Whether a file could be written there later; complains when not. */
bool file_writable(const char *path);

/* Writes the whole text, under a temporary name first; complains when that fails. "-" is standard
 * output, and what is not a regular file is written to directly. */
bool file_write(const char *path, const struct buffer *text);

/* The same, and it outlives a power cut; "-" is a name like any other. */
bool file_write_lasting(const char *path, const struct buffer *text);

/* Writes a report to standard output or error; complains when it cannot be written. */
bool stream_write(int fd, const struct buffer *text);

/* A new private directory; complains and returns false when there can be none. */
bool directory_make(char *path, size_t size);
/* Removes the directory and the files in it. */
void directory_remove(const char *path);

/* A hash of a file's contents, as text. */
void file_hash(int fd, char *hash, size_t size);

#endif
