/*
 * What the kernel tells the program of its own process (/proc/self/status, maps and others): texts
 * that are the same in every execution, whatever the process that it runs in has done before.
 */
#ifndef RAVEL_RUNTIME_PROCESS_TEXTS_H
#define RAVEL_RUNTIME_PROCESS_TEXTS_H

#include <stdbool.h>

/* Whether the file is about the program's process and holds the same whenever it is read. */
bool process_text_is_fixed(const char *path);

/* Whether the program reads another text in its place. */
bool process_text_is_made(const char *path);

/* Writes what the program is to read in its place. False: it cannot be read. */
bool process_text_write(const char *path, int to);

#endif
