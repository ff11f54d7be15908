/*
 * wchar.h, wctype.h, uchar.h, the multibyte functions of stdlib.h, and arpa/inet.h. Conversions
 * keep their state in what they are given, or else in libc.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

#include "runtime/libc_table.h"

#define WIDE_TEXT(call, i) ((const wchar_t *)libc_argument(call, i))

static uint64_t found_wcscmp(const struct libc_call *call, unsigned arg) {
  (void)arg;
  const wchar_t *const a = WIDE_TEXT(call, 0), *const b = WIDE_TEXT(call, 1);
  uint64_t n = 0;
  while (a[n] == b[n] && a[n])
    n++;
  return (n + 1) * sizeof *a;
}

static uint64_t found_wcsncmp(const struct libc_call *call, unsigned arg) {
  (void)arg;
  const wchar_t *const a = WIDE_TEXT(call, 0), *const b = WIDE_TEXT(call, 1);
  const uint64_t most = libc_argument(call, 2);
  uint64_t n = 0;
  while (n < most && a[n] == b[n] && a[n])
    n++;
  return (n < most ? n + 1 : n) * sizeof *a;
}

static uint64_t found_wcschr(const struct libc_call *call, unsigned arg) {
  const wchar_t *const text = WIDE_TEXT(call, arg);
  return (uint64_t)(wcschrnul(text, (wchar_t)libc_argument(call, 1)) - text + 1) * sizeof *text;
}

static uint64_t found_wcscpy(const struct libc_call *call, unsigned arg) {
  (void)arg;
  return libc_wide_string(libc_argument(call, 1), UINT64_MAX);
}

static void more_wcscat(const struct libc_call *call, struct libc_ranges *ranges) {
  const uint64_t to = libc_argument(call, 0), before = libc_wide_string(to, UINT64_MAX);
  libc_touches(ranges, to, before, false);
  libc_touches(ranges, to + before - sizeof(wchar_t),
               libc_wide_string(libc_argument(call, 1), UINT64_MAX), true);
}

static void more_wcsncat(const struct libc_call *call, struct libc_ranges *ranges) {
  const uint64_t to = libc_argument(call, 0), before = libc_wide_string(to, UINT64_MAX);
  const uint64_t n = wcsnlen(WIDE_TEXT(call, 1), libc_argument(call, 2)) + 1;
  libc_touches(ranges, to, before, false);
  libc_touches(ranges, to + before - sizeof(wchar_t), n * sizeof(wchar_t), true);
}

/* At most so many elements of the result fit; the result itself is as long as the source. */
static void more_wcsxfrm(const struct libc_call *call, struct libc_ranges *ranges) {
  const uint64_t room = libc_argument(call, 2);
  libc_may_write(
      ranges, libc_argument(call, 0),
      (libc_has_returned(ranges) && call->result[0] < room ? call->result[0] + 1 : room) *
          sizeof(wchar_t));
}

/* How much it writes is its result, and a terminator. */
static void more_wcsftime(const struct libc_call *call, struct libc_ranges *ranges) {
  const uint64_t n = !libc_has_returned(ranges) ? libc_argument(call, 1)
                     : call->result[0]          ? call->result[0] + 1
                                                : 0;
  libc_may_write(ranges, libc_argument(call, 0), n * sizeof(wchar_t));
}

/* What is skipped and the token are read, up to the delimiter after it, which is overwritten. */
static void more_wcstok(const struct libc_call *call, struct libc_ranges *ranges) {
  wchar_t *const *const rest = (wchar_t *const *)libc_argument(call, 2);
  const wchar_t *const set = WIDE_TEXT(call, 1);
  const wchar_t *const text = WIDE_TEXT(call, 0) ? WIDE_TEXT(call, 0) : *rest;
  if (!WIDE_TEXT(call, 0))
    libc_touches(ranges, (uintptr_t)rest, sizeof *rest, false);
  libc_touches(ranges, (uintptr_t)rest, sizeof *rest, true);
  if (!text)
    return;
  const uint64_t skipped = wcsspn(text, set), n = skipped + wcscspn(text + skipped, set);
  libc_touches(ranges, (uintptr_t)text, (n + 1) * sizeof *text, false);
  if (text[n])
    libc_touches(ranges, (uintptr_t)(text + n), sizeof *text, true);
}

/* A destination that gets as many elements as the result says, and a terminator if there is room.
 */
static void converted(const struct libc_call *call, struct libc_ranges *ranges, unsigned room,
                      uint64_t size) {
  const uint64_t most = libc_argument(call, room), result = call->result[0];
  const uint64_t n = !libc_has_returned(ranges) ? most
                     : result == UINT64_MAX     ? 0
                     : result < most            ? result + 1
                                                : most;
  if (libc_argument(call, 0))
    libc_may_write(ranges, libc_argument(call, 0), n * size);
}

static void more_mbstowcs(const struct libc_call *call, struct libc_ranges *ranges) {
  converted(call, ranges, 2, sizeof(wchar_t));
}

static void more_wcstombs(const struct libc_call *call, struct libc_ranges *ranges) {
  converted(call, ranges, 2, 1);
}

/* mbsrtowcs and its kind: the source is behind a pointer that is moved on. */
static void more_mbsrtowcs(const struct libc_call *call, struct libc_ranges *ranges) {
  const uint64_t from = *(const uint64_t *)libc_argument(call, 1);
  if (!libc_has_returned(ranges) && from)
    libc_touches(ranges, from, libc_string(from, UINT64_MAX), false);
  converted(call, ranges, 2, sizeof(wchar_t));
}

static void more_wcsrtombs(const struct libc_call *call, struct libc_ranges *ranges) {
  const uint64_t from = *(const uint64_t *)libc_argument(call, 1);
  if (!libc_has_returned(ranges) && from)
    libc_touches(ranges, from, libc_wide_string(from, UINT64_MAX), false);
  converted(call, ranges, 2, 1);
}

/* The same with a limit for what is read. */
static void more_mbsnrtowcs(const struct libc_call *call, struct libc_ranges *ranges) {
  const uint64_t from = *(const uint64_t *)libc_argument(call, 1);
  if (!libc_has_returned(ranges) && from)
    libc_touches(ranges, from, libc_string(from, libc_argument(call, 2)), false);
  converted(call, ranges, 3, sizeof(wchar_t));
}

static void more_wcsnrtombs(const struct libc_call *call, struct libc_ranges *ranges) {
  const uint64_t from = *(const uint64_t *)libc_argument(call, 1);
  if (!libc_has_returned(ranges) && from)
    libc_touches(ranges, from, libc_wide_string(from, libc_argument(call, 2)), false);
  converted(call, ranges, 3, 1);
}

/* One character: as many bytes as it has. */
static void more_wctomb(const struct libc_call *call, struct libc_ranges *ranges) {
  const int n = (int)call->result[0];
  libc_may_write(ranges, libc_argument(call, 0),
                 !libc_has_returned(ranges) ? MB_CUR_MAX
                 : n > 0                    ? (uint64_t)n
                                            : 0);
}

static void more_swprintf(const struct libc_call *call, struct libc_ranges *ranges) {
  const int n = (int)call->result[0];
  libc_may_write(ranges, libc_argument(call, 0),
                 (!libc_has_returned(ranges) ? libc_argument(call, 1)
                  : n >= 0                   ? (uint64_t)n + 1
                                             : 0) *
                     sizeof(wchar_t));
}

/* --- addresses -----------------------------------------------------------------------------------
 */

static uint64_t address_size(const struct libc_call *call) {
  return (int)libc_argument(call, 0) == AF_INET6 ? sizeof(struct in6_addr) : sizeof(struct in_addr);
}

static uint64_t found_inet_ntop(const struct libc_call *call, unsigned arg) {
  (void)arg;
  return address_size(call);
}

static void more_inet_pton(const struct libc_call *call, struct libc_ranges *ranges) {
  if (!libc_has_returned(ranges) || (int)call->result[0] == 1)
    libc_may_write(ranges, libc_argument(call, 2), address_size(call));
}

#define WCHARS(n) ARRAY(n, wchar_t)

/* Where the state in the last argument is NULL, that of the function itself. */
#define OWN_STATE ON(BUFFER, 0, CHANGE)

#define GETS_CHARACTER(name, type)                                                                 \
  ROW(name,                                                                                        \
      TOUCHES(IN(1, STRING_N(2)), OUT(0, OF(type), IF(NOT_NEGATIVE)), INOUT(3, OF(mbstate_t))),    \
      OWN_STATE)
#define PUTS_CHARACTER(name)                                                                       \
  ROW(name, TOUCHES(INOUT(2, OF(mbstate_t))), .more = more_wctomb, .more_after = true, OWN_STATE)

static const struct libc_function rows[] = {
    ROW("wmemcpy", TOUCHES(IN(1, WCHARS(2)), OUT(0, WCHARS(2)))),
    ROW("wmemmove", TOUCHES(IN(1, WCHARS(2)), OUT(0, WCHARS(2)))),
    ROW("wmempcpy", TOUCHES(IN(1, WCHARS(2)), OUT(0, WCHARS(2)))),
    ROW("wmemset", TOUCHES(OUT(0, WCHARS(2)))),
    ROW("wmemcmp", TOUCHES(IN(0, WCHARS(2)), IN(1, WCHARS(2)))),
    ROW("wmemchr", TOUCHES(IN(0, WCHARS(2)))),
    ROW("wcslen", TOUCHES(IN(0, WIDE))),
    ROW("wcsnlen", TOUCHES(IN(0, WIDE_N(1)))),
    ROW("wcscmp", TOUCHES(IN(0, FOUND), IN(1, FOUND)), .found = found_wcscmp),
    ROW("wcsncmp", TOUCHES(IN(0, FOUND), IN(1, FOUND)), .found = found_wcsncmp),
    ROW("wcscasecmp", TOUCHES(IN(0, WIDE), IN(1, WIDE))),
    ROW("wcsncasecmp", TOUCHES(IN(0, WIDE_N(2)), IN(1, WIDE_N(2)))),
    ROW("wcscoll", TOUCHES(IN(0, WIDE), IN(1, WIDE))),
    ROW("__wcscoll_l", TOUCHES(IN(0, WIDE), IN(1, WIDE))),
    ROW("wcschr", TOUCHES(IN(0, FOUND)), .found = found_wcschr),
    ROW("wcschrnul", TOUCHES(IN(0, FOUND)), .found = found_wcschr),
    ROW("wcsrchr", TOUCHES(IN(0, WIDE))),
    ROW("wcsstr", TOUCHES(IN(0, WIDE), IN(1, WIDE))),
    ROW("wcsspn", TOUCHES(IN(0, WIDE), IN(1, WIDE))),
    ROW("wcscspn", TOUCHES(IN(0, WIDE), IN(1, WIDE))),
    ROW("wcspbrk", TOUCHES(IN(0, WIDE), IN(1, WIDE))),
    ROW("wcscpy", TOUCHES(IN(1, WIDE), OUT(0, FOUND)), .found = found_wcscpy),
    ROW("wcpcpy", TOUCHES(IN(1, WIDE), OUT(0, FOUND)), .found = found_wcscpy),
    ROW("wcsncpy", TOUCHES(IN(1, WIDE_N(2)), OUT(0, WCHARS(2)))),
    ROW("wcscat", TOUCHES(IN(1, WIDE)), .more = more_wcscat),
    ROW("wcsncat", TOUCHES(IN(1, WIDE_N(2))), .more = more_wcsncat),
    ROW("wcpncpy", TOUCHES(IN(1, WIDE_N(2)), OUT(0, WCHARS(2)))),
    ROW("wcswcs", TOUCHES(IN(0, WIDE), IN(1, WIDE))),
    ROW("wcswidth", TOUCHES(IN(0, WIDE_N(1)))),
    ROW("wcsxfrm", TOUCHES(IN(1, WIDE)), .more = more_wcsxfrm, .more_after = true),
    ROW("wcsxfrm_l", TOUCHES(IN(1, WIDE)), .more = more_wcsxfrm, .more_after = true),
    ROW("__wcsxfrm_l", TOUCHES(IN(1, WIDE)), .more = more_wcsxfrm, .more_after = true),
    ROW("wcscasecmp_l", TOUCHES(IN(0, WIDE), IN(1, WIDE))),
    ROW("wcsncasecmp_l", TOUCHES(IN(0, WIDE_N(2)), IN(1, WIDE_N(2)))),
    ROW("wcscoll_l", TOUCHES(IN(0, WIDE), IN(1, WIDE))),
    ROW("wcstok", TOUCHES(IN(1, WIDE)), .more = more_wcstok),
    ROW("wcsftime", TOUCHES(IN(2, WIDE), IN(3, OF(struct tm))), .more = more_wcsftime,
        .more_after = true, ON(TIME_ZONE, 0, LOOK)),
    ROW("wcsftime_l", TOUCHES(IN(2, WIDE), IN(3, OF(struct tm))), .more = more_wcsftime,
        .more_after = true, ON(TIME_ZONE, 0, LOOK)),
    ROW("__wcsftime_l", TOUCHES(IN(2, WIDE), IN(3, OF(struct tm))), .more = more_wcsftime,
        .more_after = true, ON(TIME_ZONE, 0, LOOK)),
    /* what -D_FORTIFY_SOURCE makes of them */
    ROW("__wmemcpy_chk", TOUCHES(IN(1, WCHARS(2)), OUT(0, WCHARS(2)))),
    ROW("__wmemmove_chk", TOUCHES(IN(1, WCHARS(2)), OUT(0, WCHARS(2)))),
    ROW("__wmempcpy_chk", TOUCHES(IN(1, WCHARS(2)), OUT(0, WCHARS(2)))),
    ROW("__wmemset_chk", TOUCHES(OUT(0, WCHARS(2)))),
    ROW("__wcscpy_chk", TOUCHES(IN(1, WIDE), OUT(0, FOUND)), .found = found_wcscpy),
    ROW("__wcpcpy_chk", TOUCHES(IN(1, WIDE), OUT(0, FOUND)), .found = found_wcscpy),
    ROW("__wcsncpy_chk", TOUCHES(IN(1, WIDE_N(2)), OUT(0, WCHARS(2)))),
    ROW("__wcpncpy_chk", TOUCHES(IN(1, WIDE_N(2)), OUT(0, WCHARS(2)))),
    ROW("__wcscat_chk", TOUCHES(IN(1, WIDE)), .more = more_wcscat),
    ROW("__wcsncat_chk", TOUCHES(IN(1, WIDE_N(2))), .more = more_wcsncat),
    ROW("__swprintf_chk", FORMAT(PRINTS, 4), .format_wide = true, .more = more_swprintf,
        .more_after = true),
    ROW("__vswprintf_chk", FORMAT(PRINTS_LIST, 4), .format_wide = true, .more = more_swprintf,
        .more_after = true),
    ROW("__mbstowcs_chk", TOUCHES(IN(1, STRING)), .more = more_mbstowcs, .more_after = true),
    ROW("__wcstombs_chk", TOUCHES(IN(1, WIDE)), .more = more_wcstombs, .more_after = true),
    ROW("wcsdup", TOUCHES(IN(0, WIDE)), KEEPS(STATE)),
    ROW("swprintf", FORMAT(PRINTS, 2), .format_wide = true, .more = more_swprintf,
        .more_after = true),
    ROW("vswprintf", FORMAT(PRINTS_LIST, 2), .format_wide = true, .more = more_swprintf,
        .more_after = true),
    /* conversions */
    ROW("mbstowcs", TOUCHES(IN(1, STRING)), .more = more_mbstowcs, .more_after = true),
    ROW("wcstombs", TOUCHES(IN(1, WIDE)), .more = more_wcstombs, .more_after = true),
    ROW("mbsrtowcs", TOUCHES(INOUT(1, OF(char *)), INOUT(3, OF(mbstate_t))), .more = more_mbsrtowcs,
        .more_after = true, OWN_STATE),
    ROW("wcsrtombs", TOUCHES(INOUT(1, OF(char *)), INOUT(3, OF(mbstate_t))), .more = more_wcsrtombs,
        .more_after = true, OWN_STATE),
    ROW("mbsnrtowcs", TOUCHES(INOUT(1, OF(char *)), INOUT(4, OF(mbstate_t))),
        .more = more_mbsnrtowcs, .more_after = true, OWN_STATE),
    ROW("wcsnrtombs", TOUCHES(INOUT(1, OF(char *)), INOUT(4, OF(mbstate_t))),
        .more = more_wcsnrtombs, .more_after = true, OWN_STATE),
    ROW("__mbsrtowcs_chk", TOUCHES(INOUT(1, OF(char *)), INOUT(3, OF(mbstate_t))),
        .more = more_mbsrtowcs, .more_after = true, OWN_STATE),
    ROW("__wcsrtombs_chk", TOUCHES(INOUT(1, OF(char *)), INOUT(3, OF(mbstate_t))),
        .more = more_wcsrtombs, .more_after = true, OWN_STATE),
    /* within a character they go on where the last call has stopped */
    ROW("mblen", TOUCHES(IN(0, STRING_N(1))), ON(BUFFER, 0, CHANGE)),
    ROW("mbrlen", TOUCHES(IN(0, STRING_N(1)), INOUT(2, OF(mbstate_t))), OWN_STATE),
    ROW("__mbrlen", TOUCHES(IN(0, STRING_N(1)), INOUT(2, OF(mbstate_t))), OWN_STATE),
    ROW("mbtowc", TOUCHES(IN(1, STRING_N(2)), OUT(0, OF(wchar_t), IF(NOT_NEGATIVE))),
        ON(BUFFER, 0, CHANGE)),
    GETS_CHARACTER("mbrtowc", wchar_t),
    GETS_CHARACTER("__mbrtowc", wchar_t),
    GETS_CHARACTER("mbrtoc16", uint16_t),
    GETS_CHARACTER("mbrtoc32", uint32_t),
    GETS_CHARACTER("mbrtoc8", uint8_t),
    ROW("wctomb", .more = more_wctomb, .more_after = true, ON(BUFFER, 0, CHANGE)),
    ROW("__wctomb_chk", .more = more_wctomb, .more_after = true, ON(BUFFER, 0, CHANGE)),
    PUTS_CHARACTER("wcrtomb"),
    PUTS_CHARACTER("__wcrtomb_chk"),
    PUTS_CHARACTER("c16rtomb"),
    PUTS_CHARACTER("c32rtomb"),
    PUTS_CHARACTER("c8rtomb"),
    ROW("mbsinit", TOUCHES(IN(0, OF(mbstate_t)))),
    ROW("btowc"), /* one character in, one out */
    ROW("wctob"),
    ROW("wcwidth"),
    ROW("towlower"),
    ROW("towupper"),
    ROW("iswalnum"),
    ROW("iswalpha"),
    ROW("iswblank"),
    ROW("iswcntrl"),
    ROW("iswctype"),
    ROW("iswdigit"),
    ROW("iswgraph"),
    ROW("iswlower"),
    ROW("iswprint"),
    ROW("iswpunct"),
    ROW("iswspace"),
    ROW("iswupper"),
    ROW("iswxdigit"),
    ROW("__iswctype_l"),
    ROW("__towlower_l"),
    ROW("__towupper_l"),
    ROW("wctype", TOUCHES(IN(0, STRING))),
    ROW("wctrans", TOUCHES(IN(0, STRING))),
    ROW("towctrans"),
    /* network addresses */
    ROW("htonl"),
    ROW("htons"),
    ROW("ntohl"),
    ROW("ntohs"),
    ROW("inet_ntop", TOUCHES(IN(1, FOUND), OUT(2, LINE(3), IF(NOT_ZERO))),
        .found = found_inet_ntop),
    ROW("inet_pton", TOUCHES(IN(1, STRING)), .more = more_inet_pton, .more_after = true),
    ROW("inet_aton", TOUCHES(IN(0, STRING), OUT(1, OF(struct in_addr), IF(NOT_ZERO)))),
    ROW("inet_addr", TOUCHES(IN(0, STRING))),
    ROW("inet_network", TOUCHES(IN(0, STRING))),
    ROW("inet_ntoa", ON(BUFFER, 0, CHANGE), KEEPS(STATE)),
    ROW("inet_makeaddr"),
    ROW("inet_lnaof"),
    ROW("inet_netof"),
};

const struct libc_table libc_table_wide = {rows, sizeof rows / sizeof *rows};
