/*
 * string.h and strings.h. They keep nothing, but for strtok.
 */
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

#include "runtime/libc_table.h"

#define TEXT(call, i) ((const char *)libc_argument(call, i))

/* --- what is found by looking --------------------------------------------------------------------
 */

/* Up to the first difference, or to the end of both. */
static uint64_t compared(const struct libc_call *call, bool bounded, int (*fold)(int)) {
  const unsigned char *a = (const unsigned char *)TEXT(call, 0), *b = (const void *)TEXT(call, 1);
  const uint64_t most = bounded ? libc_argument(call, 2) : UINT64_MAX;
  uint64_t n = 0;
  while (n < most && (fold ? fold(a[n]) == fold(b[n]) : a[n] == b[n]) && a[n])
    n++;
  return n < most ? n + 1 : n;
}

static int lower(int c) {
  return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

static uint64_t found_strcmp(const struct libc_call *call, unsigned arg) {
  (void)arg;
  return compared(call, false, NULL);
}

static uint64_t found_strncmp(const struct libc_call *call, unsigned arg) {
  (void)arg;
  return compared(call, true, NULL);
}

static uint64_t found_strcasecmp(const struct libc_call *call, unsigned arg) {
  (void)arg;
  return compared(call, false, lower);
}

static uint64_t found_strncasecmp(const struct libc_call *call, unsigned arg) {
  (void)arg;
  return compared(call, true, lower);
}

static uint64_t found_strchr(const struct libc_call *call, unsigned arg) {
  const char *const text = TEXT(call, arg);
  return (uint64_t)(strchrnul(text, (int)libc_argument(call, 1)) - text) + 1;
}

static uint64_t found_memchr(const struct libc_call *call, unsigned arg) {
  const char *const text = TEXT(call, arg);
  const char *const at = memchr(text, (int)libc_argument(call, 1), libc_argument(call, 2));
  return at ? (uint64_t)(at - text) + 1 : libc_argument(call, 2);
}

static uint64_t found_rawmemchr(const struct libc_call *call, unsigned arg) {
  const char *const text = TEXT(call, arg);
  return (uint64_t)((char *)rawmemchr(text, (int)libc_argument(call, 1)) - text) + 1;
}

/* Up to the end of what is found, or to the end. */
static uint64_t found_strstr(const struct libc_call *call, unsigned arg) {
  const char *const text = TEXT(call, arg), *const wanted = TEXT(call, 1);
  const char *const at = strstr(text, wanted);
  return at ? (uint64_t)(at - text) + strlen(wanted) : strlen(text) + 1;
}

static uint64_t found_strspn(const struct libc_call *call, unsigned arg) {
  return strspn(TEXT(call, arg), TEXT(call, 1)) + 1;
}

static uint64_t found_strcspn(const struct libc_call *call, unsigned arg) {
  return strcspn(TEXT(call, arg), TEXT(call, 1)) + 1;
}

static uint64_t found_strncpy(const struct libc_call *call, unsigned arg) {
  return libc_string(libc_argument(call, arg), libc_argument(call, 2));
}

/* --- copies: how much is written is what is read
 * --------------------------------------------------
 */

static uint64_t found_strcpy(const struct libc_call *call, unsigned arg) {
  (void)arg;
  return strlen(TEXT(call, 1)) + 1;
}

static void more_strcat(const struct libc_call *call, struct libc_ranges *ranges) {
  const uint64_t to = libc_argument(call, 0), before = strlen(TEXT(call, 0));
  libc_touches(ranges, to, before + 1, false);
  libc_touches(ranges, to + before, strlen(TEXT(call, 1)) + 1, true);
}

static void more_strncat(const struct libc_call *call, struct libc_ranges *ranges) {
  const uint64_t to = libc_argument(call, 0), before = strlen(TEXT(call, 0));
  libc_touches(ranges, to, before + 1, false);
  libc_touches(ranges, to + before, strnlen(TEXT(call, 1), libc_argument(call, 2)) + 1, true);
}

static void more_memccpy(const struct libc_call *call, struct libc_ranges *ranges) {
  const char *const from = TEXT(call, 1);
  const char *const at = memchr(from, (int)libc_argument(call, 2), libc_argument(call, 3));
  const uint64_t n = at ? (uint64_t)(at - from) + 1 : libc_argument(call, 3);
  libc_touches(ranges, (uintptr_t)from, n, false);
  libc_touches(ranges, libc_argument(call, 0), n, true);
}

/* At most so many bytes of the result fit; the result itself is as long as the source. */
static void more_strxfrm(const struct libc_call *call, struct libc_ranges *ranges) {
  libc_may_write(ranges, libc_argument(call, 0),
                 libc_has_returned(ranges) && call->result[0] < libc_argument(call, 2)
                     ? call->result[0] + 1
                     : libc_argument(call, 2));
}

/* The GNU variant returns a constant where it can, and does not use its buffer. */
static void more_strerror_r(const struct libc_call *call, struct libc_ranges *ranges) {
  const uint64_t to = libc_argument(call, 1), room = libc_argument(call, 2);
  if (!libc_has_returned(ranges))
    libc_may_write(ranges, to, room);
  else if (call->result[0] == to)
    libc_may_write(ranges, to, libc_string(to, room));
}

/* --- tokens --------------------------------------------------------------------------------------
 */

/* The next token of a string: what is skipped and the token are read, up to the delimiter after it,
 * which is overwritten. */
static void token(const char *text, const char *set, bool skips, struct libc_ranges *ranges) {
  const uint64_t before = skips ? strspn(text, set) : 0;
  const uint64_t n = before + strcspn(text + before, set);
  libc_touches(ranges, (uintptr_t)text, n + 1, false);
  if (text[n])
    libc_touches(ranges, (uintptr_t)text + n, 1, true);
}

static void more_strtok_r(const struct libc_call *call, struct libc_ranges *ranges) {
  char *const *const rest = (char *const *)libc_argument(call, 2);
  const char *const text = TEXT(call, 0) ? TEXT(call, 0) : *rest;
  if (!TEXT(call, 0))
    libc_touches(ranges, (uintptr_t)rest, sizeof *rest, false);
  libc_touches(ranges, (uintptr_t)rest, sizeof *rest, true);
  if (text)
    token(text, TEXT(call, 1), true, ranges);
}

static void more_strtok(const struct libc_call *call, struct libc_ranges *ranges) {
  if (TEXT(call, 0))
    token(TEXT(call, 0), TEXT(call, 1), true, ranges);
}

static void more_strsep(const struct libc_call *call, struct libc_ranges *ranges) {
  char *const *const rest = (char *const *)libc_argument(call, 0);
  libc_touches(ranges, (uintptr_t)rest, sizeof *rest, false);
  libc_touches(ranges, (uintptr_t)rest, sizeof *rest, true);
  if (*rest)
    token(*rest, TEXT(call, 1), false, ranges);
}

/* --- the table -----------------------------------------------------------------------------------
 */

#define COMPARES(name) ROW(#name, TOUCHES(IN(0, FOUND), IN(1, FOUND)), .found = found_##name)

static const struct libc_function rows[] = {
    ROW("memcpy", TOUCHES(IN(1, BYTES(2)), OUT(0, BYTES(2)))),
    ROW("memmove", TOUCHES(IN(1, BYTES(2)), OUT(0, BYTES(2)))),
    ROW("mempcpy", TOUCHES(IN(1, BYTES(2)), OUT(0, BYTES(2)))),
    ROW("__mempcpy", TOUCHES(IN(1, BYTES(2)), OUT(0, BYTES(2)))),
    ROW("__memcpy_chk", TOUCHES(IN(1, BYTES(2)), OUT(0, BYTES(2)))),
    ROW("__memmove_chk", TOUCHES(IN(1, BYTES(2)), OUT(0, BYTES(2)))),
    ROW("__mempcpy_chk", TOUCHES(IN(1, BYTES(2)), OUT(0, BYTES(2)))),
    ROW("bcopy", TOUCHES(IN(0, BYTES(2)), OUT(1, BYTES(2)))),
    ROW("memset", TOUCHES(OUT(0, BYTES(2)))),
    ROW("__memset_chk", TOUCHES(OUT(0, BYTES(2)))),
    ROW("bzero", TOUCHES(OUT(0, BYTES(1)))),
    ROW("explicit_bzero", TOUCHES(OUT(0, BYTES(1)))),
    ROW("__explicit_bzero_chk", TOUCHES(OUT(0, BYTES(1)))),
    ROW("memcmp", TOUCHES(IN(0, BYTES(2)), IN(1, BYTES(2)))),
    ROW("bcmp", TOUCHES(IN(0, BYTES(2)), IN(1, BYTES(2)))),
    ROW("__memcmpeq", TOUCHES(IN(0, BYTES(2)), IN(1, BYTES(2)))),
    ROW("memchr", TOUCHES(IN(0, FOUND)), .found = found_memchr),
    ROW("memrchr", TOUCHES(IN(0, BYTES(2)))),
    ROW("rawmemchr", TOUCHES(IN(0, FOUND)), .found = found_rawmemchr),
    ROW("__rawmemchr", TOUCHES(IN(0, FOUND)), .found = found_rawmemchr),
    ROW("memmem", TOUCHES(IN(0, BYTES(1)), IN(2, BYTES(3)))),
    ROW("memccpy", .more = more_memccpy),
    ROW("memfrob", TOUCHES(OUT(0, BYTES(1)))),
    ROW("swab", TOUCHES(IN(0, BYTES(2)), OUT(1, BYTES(2)))),
    ROW("strlen", TOUCHES(IN(0, STRING))),
    ROW("strnlen", TOUCHES(IN(0, STRING_N(1)))),
    COMPARES(strcmp),
    COMPARES(strncmp),
    COMPARES(strcasecmp),
    COMPARES(strncasecmp),
    ROW("strcasecmp_l", TOUCHES(IN(0, FOUND), IN(1, FOUND)), .found = found_strcasecmp),
    ROW("strncasecmp_l", TOUCHES(IN(0, FOUND), IN(1, FOUND)), .found = found_strncasecmp),
    ROW("strcoll", TOUCHES(IN(0, STRING), IN(1, STRING))),
    ROW("strcoll_l", TOUCHES(IN(0, STRING), IN(1, STRING))),
    ROW("__strcoll_l", TOUCHES(IN(0, STRING), IN(1, STRING))),
    ROW("strverscmp", TOUCHES(IN(0, STRING), IN(1, STRING))),
    ROW("strxfrm", TOUCHES(IN(1, STRING)), .more = more_strxfrm, .more_after = true),
    ROW("strxfrm_l", TOUCHES(IN(1, STRING)), .more = more_strxfrm, .more_after = true),
    ROW("__strxfrm_l", TOUCHES(IN(1, STRING)), .more = more_strxfrm, .more_after = true),
    ROW("strchr", TOUCHES(IN(0, FOUND)), .found = found_strchr),
    ROW("strchrnul", TOUCHES(IN(0, FOUND)), .found = found_strchr),
    ROW("index", TOUCHES(IN(0, FOUND)), .found = found_strchr),
    ROW("strrchr", TOUCHES(IN(0, STRING))),
    ROW("rindex", TOUCHES(IN(0, STRING))),
    ROW("strstr", TOUCHES(IN(0, FOUND), IN(1, STRING)), .found = found_strstr),
    ROW("strcasestr", TOUCHES(IN(0, STRING), IN(1, STRING))),
    ROW("strspn", TOUCHES(IN(0, FOUND), IN(1, STRING)), .found = found_strspn),
    ROW("strcspn", TOUCHES(IN(0, FOUND), IN(1, STRING)), .found = found_strcspn),
    ROW("strpbrk", TOUCHES(IN(0, FOUND), IN(1, STRING)), .found = found_strcspn),
    ROW("strcpy", TOUCHES(IN(1, STRING), OUT(0, FOUND)), .found = found_strcpy),
    ROW("stpcpy", TOUCHES(IN(1, STRING), OUT(0, FOUND)), .found = found_strcpy),
    ROW("__stpcpy", TOUCHES(IN(1, STRING), OUT(0, FOUND)), .found = found_strcpy),
    ROW("__strcpy_chk", TOUCHES(IN(1, STRING), OUT(0, FOUND)), .found = found_strcpy),
    ROW("__stpcpy_chk", TOUCHES(IN(1, STRING), OUT(0, FOUND)), .found = found_strcpy),
    ROW("strncpy", TOUCHES(IN(1, FOUND), OUT(0, BYTES(2))), .found = found_strncpy),
    ROW("stpncpy", TOUCHES(IN(1, FOUND), OUT(0, BYTES(2))), .found = found_strncpy),
    ROW("__strncpy_chk", TOUCHES(IN(1, FOUND), OUT(0, BYTES(2))), .found = found_strncpy),
    ROW("__stpncpy_chk", TOUCHES(IN(1, FOUND), OUT(0, BYTES(2))), .found = found_strncpy),
    ROW("strcat", TOUCHES(IN(1, STRING)), .more = more_strcat),
    ROW("__strcat_chk", TOUCHES(IN(1, STRING)), .more = more_strcat),
    ROW("strncat", TOUCHES(IN(1, STRING_N(2))), .more = more_strncat),
    ROW("__strncat_chk", TOUCHES(IN(1, STRING_N(2))), .more = more_strncat),
    ROW("strdup", TOUCHES(IN(0, STRING))),
    ROW("__strdup", TOUCHES(IN(0, STRING))),
    ROW("strndup", TOUCHES(IN(0, STRING_N(1)))),
    ROW("__strndup", TOUCHES(IN(0, STRING_N(1)))),
    ROW("strtok_r", TOUCHES(IN(1, STRING)), .more = more_strtok_r),
    ROW("__strtok_r", TOUCHES(IN(1, STRING)), .more = more_strtok_r),
    ROW("strtok", TOUCHES(IN(1, STRING)), .more = more_strtok, ON(TOKENS, 0, CHANGE), KEEPS(STATE)),
    ROW("strsep", TOUCHES(IN(1, STRING)), .more = more_strsep),
    ROW("strerror"), /* constants, or a buffer of the thread */
    ROW("regerror", TOUCHES(OUT(2, LINE(3), IF(NOT_ZERO)))),
    ROW("strerror_r", .more = more_strerror_r, .more_after = true),
    ROW("__xpg_strerror_r", TOUCHES(OUT(1, LINE(2), IF(ZERO)))),
    ROW("strerror_l"),      /* its buffer is the thread's */
    ROW("strerrorname_np"), /* constants */
    ROW("strerrordesc_np"),
    ROW("strsignal"),
    ROW("sigabbrev_np"),
    ROW("sigdescr_np"),
    ROW("basename", TOUCHES(IN(0, STRING))),
    ROW("__xpg_basename", TOUCHES(OUT(0, STRING))),
    ROW("dirname", TOUCHES(OUT(0, STRING))),
    ROW("ffs"), /* arithmetic */
    ROW("ffsl"),
    ROW("ffsll"),
};

const struct libc_table libc_table_strings = {rows, sizeof rows / sizeof *rows};
