/*
 * Directories that the program lists: what is on the disk, without files that it has removed, and
 * with those that it has made in memory, which come last (file_names.h).
 */
#ifndef RAVEL_RUNTIME_DIRECTORIES_H
#define RAVEL_RUNTIME_DIRECTORIES_H

#include <dirent.h>
#include <glob.h>

/* In the place of readdir(), rewinddir(), scandir() and glob(). */
struct dirent *directory_read(DIR *directory);
void directory_rewind(DIR *directory);
int directory_scan(const char *path, struct dirent ***list, int (*wanted)(const struct dirent *),
                   int (*compare)(const struct dirent **, const struct dirent **));
int directory_glob(const char *pattern, int flags, int (*failed)(const char *, int), glob_t *to);

/* It is about to be closed. */
void directory_closes(DIR *directory);

void directories_reset(void);

#endif
