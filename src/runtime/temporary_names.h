/*
 * mkstemp() and its kind: names that are made up. libc draws them at random; here they follow from
 * the thread and from how many it has made up before, so that they are the same in every execution
 * of a run, and others in another run at the same time. Rows of the table of libc's functions call
 * these instead.
 */
#ifndef RAVEL_RUNTIME_TEMPORARY_NAMES_H
#define RAVEL_RUNTIME_TEMPORARY_NAMES_H

int temporary_file(char *pattern);
int temporary_file_flags(char *pattern, int flags);
char *temporary_directory(char *pattern);
char *temporary_name(char *pattern);

void temporary_names_reset(void);

#endif
