/* Functions that are given names of files, and what is called for files in memory instead. */
#ifndef RAVEL_RUNTIME_FILE_CALLS_H
#define RAVEL_RUNTIME_FILE_CALLS_H

#include <stdbool.h>
#include <stdint.h>

enum file_call_kind {
  CALL_OPENS,   /* open(): flags follow the name, */
  CALL_CREATES, /* creat() */
  CALL_STREAM,  /* or fopen(): a mode does */
  CALL_LOOKS,   /* access(), stat() */
  CALL_LOOKS_AT_LINK,
  CALL_LOOKS_AT_OPEN, /* fstat() */
  CALL_READS_LINK,
  CALL_FINDS_PATH, /* realpath() */
  CALL_CHANGES,    /* truncate(), chmod(): what is there */
  CALL_MAKES,      /* mkdir(), symlink(): what is on the disk */
  CALL_REMOVES,
  CALL_REMOVES_DIRECTORY,
  CALL_RENAMES, /* the new name is argument `second` */
  CALL_LINKS,
  CALL_LISTS,         /* opendir() */
  CALL_LISTS_OPEN,    /* fdopendir(): the argument is a descriptor */
  CALL_LISTS_BELOW,   /* ftw(): and the directories in it */
  CALL_LISTS_MATCHES, /* glob(): of any directory */
  CALL_LISTS_ALL,     /* fts_open(): the argument is an array of names */
};

struct file_call {
  const char *function;
  uint8_t kind, path, second; /* numbers of arguments */
  bool at;                    /* the one before the name is a directory's descriptor */
  bool sees;                  /* files in memory, too (directories.h) */
  uint8_t flags;              /* the argument with AT_SYMLINK_NOFOLLOW and others; 0: none */
  void *instead;              /* what is called for a file in memory; NULL: the function itself */
};

/* The argument is a name, not a descriptor and not several names. */
static inline bool file_call_is_by_name(const struct file_call *call) {
  return call->kind != CALL_LOOKS_AT_OPEN && call->kind != CALL_LISTS_OPEN &&
         call->kind != CALL_LISTS_ALL;
}

/* NULL: it is given none. */
const struct file_call *file_call_find(const char *function);

#endif
