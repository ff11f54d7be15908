/*
 * Names of files, as the program sees them: those on the disk, with what it has changed since it
 * began. Regular files that it has written or named are in memory, and those that it has removed
 * are on the disk still. Directories, links and pipes are on the disk.
 */
#ifndef RAVEL_RUNTIME_FILE_NAMES_H
#define RAVEL_RUNTIME_FILE_NAMES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "protocol/layout.h"

/* A name that the program has given to a file, or taken from one. */
struct memory_file {
  char path[SHARED_PATH]; /* absolute, without links; empty: names on the disk not looked at yet */
  int copy;               /* a descriptor; negative: the program has removed it */
  uint32_t number;        /* in descriptors.c */
  bool written;           /* it is the program's own, and not only known by another name */
  ino_t inode;            /* of the copy */
  dev_t disk_device;      /* of what has been copied, */
  ino_t disk_inode;
  nlink_t elsewhere; /* which has so many other names on the disk */
};

enum name_kind {
  NAME_UNKNOWN, /* the kernel has to say */
  NAME_WRONG,   /* `error` says why */
  NAME_MISSING,
  NAME_IN_MEMORY,
  NAME_REGULAR, /* on the disk, as the others */
  NAME_DIRECTORY,
  NAME_LINK,
  NAME_OTHER,
};

struct file_name {
  enum name_kind kind;
  int error;
  bool ours;  /* what is in memory had a say in this */
  bool slash; /* at its end */
  char path[SHARED_PATH];
  struct memory_file *file; /* NULL: the name is as on the disk */
};

/* Whether a link at the end of a path is followed. */
enum follow {
  FOLLOW_NEVER, /* names are added and taken away: it is about the link itself */
  FOLLOW_SLASH, /* if a slash comes after it */
  FOLLOW_ALWAYS,
};

/* Goes along the path, as the kernel does. */
void file_name_find(const char *path, enum follow follow, struct file_name *name);

/* Whether something is there. */
static inline bool file_name_is_taken(const struct file_name *name) {
  return name->kind >= NAME_IN_MEMORY;
}

/* Whether names may be added to the directory that it is in, and taken from it. */
bool file_name_may_change(const struct file_name *name);

/* A name in memory, for a file that is still to come; NULL: there are too many. */
struct memory_file *file_name_take_over(struct file_name *name);

/* A name for a copy of the file on the disk, which the program's open descriptors get, too. */
struct memory_file *file_name_copy(struct file_name *name);

/* A name for a new and empty file. */
struct memory_file *file_name_create(struct file_name *name, mode_t mode);

/* One more name for a file in memory. */
bool file_name_link(const struct memory_file *file, struct file_name *name);

/* There is no such file any more; on the disk it stays. */
bool file_name_remove(struct file_name *name);

/* The name is one on the disk again, which something is about to be put at. False: something is
 * there that the program has not made. */
bool file_name_give_back(struct file_name *name);

/* A directory has got another name. */
void file_names_move(const char *from, const char *to);

/* Whether the program has put a file into a directory, or taken one that was there. */
enum names_in { NAMES_NONE, NAMES_TAKEN, NAMES_PUT };
enum names_in file_names_in(const char *directory);

/* Whether the disk has other names in a directory than the program has; `below`: or in one that is
 * in it. */
bool file_names_differ_in(const char *directory, bool below);

/* The program has removed the file of that name from the directory. */
bool file_names_are_without(const char *directory, const char *name);

/* A file that it has put there, and of which the disk does not know. `*next`: where to go on. */
const struct memory_file *file_names_new_in(const char *directory, uint32_t *next);

/* How many names the file has; false: it is none in memory. */
bool file_names_count(ino_t inode, nlink_t *count);

/* All that are there are given to `show`. */
void file_names_show(void (*show)(const struct memory_file *));

/* All that are in memory are given to `see`, until it says false. */
bool file_names_all(bool (*see)(const struct memory_file *));

/* A file in memory without a name. */
struct memory_file *file_names_add_unnamed(void);

/* What the program's call gets in the place of the name. */
const char *file_name_in_kernel(const struct memory_file *file, char *to);

/* The number of a file in memory by what the kernel calls it. */
bool file_name_number(const char *link, uint32_t *number);

void file_names_reset(void);

#endif
