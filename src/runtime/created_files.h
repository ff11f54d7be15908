/*
 * Files that an execution creates are removed before the next one begins: it must not find what
 * another one has left. What was there before the program is not put back where it is changed, and
 * the verdict says so.
 */
#ifndef RAVEL_RUNTIME_CREATED_FILES_H
#define RAVEL_RUNTIME_CREATED_FILES_H

#include <stdbool.h>

/* The program is about to create a file or a directory of this name, if there is none; `keeps` says
 * that it goes on with the contents of one that is there. */
void created_files_note(const char *path, bool keeps);

/* It has just created it. */
void created_files_made(const char *path);

/* Whether it has created what has this name, absolute and without links. */
bool created_files_has(const char *path);

/* It is about to take a name away, */
void created_files_remove(const char *path);

/* or to give it to another file. */
void created_files_rename(const char *from, const char *to);

/* Removes them all. In whatever process they were created, in this search. */
void created_files_undo(void);

#endif
