/*
 * libintl.h, iconv.h, regex.h, fnmatch.h, and what locale.h, ctype.h and wctype.h have for a locale
 * that is given. What these keep, catalogues and compiled expressions, is libc's own memory.
 */
#define _GNU_SOURCE
#include <regex.h>
#include <stddef.h>

#include "runtime/libc_table.h"

/* The texts are behind pointers, which are moved on: what is written is from where the pointer was
 * when the function was called, and nothing else runs until it returns. */
static void more_iconv(const struct libc_call *call, struct libc_ranges *ranges) {
  static uintptr_t out_before;
  char *const *const in = (char *const *)libc_argument(call, 1);
  char *const *const out = (char *const *)libc_argument(call, 3);
  const size_t *const in_left = (const size_t *)libc_argument(call, 2);
  const size_t *const out_left = (const size_t *)libc_argument(call, 4);
  const bool writes = out && *out && out_left;
  if (libc_has_returned(ranges)) {
    if (writes)
      libc_may_write(ranges, out_before, (uintptr_t)*out - out_before);
    return;
  }
  for (unsigned i = 1; i <= 4; i++) /* read and moved on */
    if (libc_argument(call, i))
      libc_touches(ranges, libc_argument(call, i), sizeof(uint64_t), false);
  if (in && *in && in_left)
    libc_touches(ranges, (uintptr_t)*in, *in_left, false);
  if (writes)
    libc_may_write(ranges, out_before = (uintptr_t)*out, *out_left);
}

/* A text for a text, by the language, the catalogue and the environment. */
#define TRANSLATES(...) TOUCHES(__VA_ARGS__), ON(BUFFER, 0, LOOK), KEEPS(STATE)

#define CLASS(name)                                                                                \
  ROW("is" name "_l"), ROW("__is" name "_l"), ROW("isw" name "_l"), ROW("__isw" name "_l")

static const struct libc_function rows[] = {
    ROW("gettext", TRANSLATES(IN(0, STRING))),
    ROW("dgettext", TRANSLATES(IN(0, STRING), IN(1, STRING))),
    ROW("dcgettext", TRANSLATES(IN(0, STRING), IN(1, STRING))),
    ROW("__dcgettext", TRANSLATES(IN(0, STRING), IN(1, STRING))),
    ROW("__dgettext", TRANSLATES(IN(0, STRING), IN(1, STRING))),
    ROW("ngettext", TRANSLATES(IN(0, STRING), IN(1, STRING))),
    ROW("dngettext", TRANSLATES(IN(0, STRING), IN(1, STRING), IN(2, STRING))),
    ROW("dcngettext", TRANSLATES(IN(0, STRING), IN(1, STRING), IN(2, STRING))),
    /* a conversion goes on where it has stopped */
    ROW("iconv_open", TOUCHES(IN(0, STRING), IN(1, STRING)), ON(BUFFER, 0, CHANGE), KEEPS(STATE)),
    ROW("iconv",
        TOUCHES(OUT(1, OF(char *)), OUT(2, OF(size_t)), OUT(3, OF(char *)), OUT(4, OF(size_t))),
        .more = more_iconv, .more_after = true, ON(BUFFER, 0, CHANGE), KEEPS(STATE)),
    ROW("iconv_close", ON(BUFFER, 0, CHANGE), KEEPS(STATE)),
    /* expressions */
    ROW("regcomp", TOUCHES(OUT(0, OF(regex_t)), IN(1, STRING)), KEEPS(STATE)),
    ROW("regexec",
        TOUCHES(IN(0, OF(regex_t)), IN(1, STRING), OUT(3, ARRAY(2, regmatch_t), IF(ZERO))),
        KEEPS(STATE)),
    ROW("regfree", TOUCHES(INOUT(0, OF(regex_t))), KEEPS(STATE)),
    ROW("fnmatch", TOUCHES(IN(0, STRING), IN(1, STRING))),
    ROW("rpmatch", TOUCHES(IN(0, STRING))),
    /* tables of a locale */
    CLASS("alnum"),
    CLASS("alpha"),
    CLASS("blank"),
    CLASS("cntrl"),
    CLASS("digit"),
    CLASS("graph"),
    CLASS("lower"),
    CLASS("print"),
    CLASS("punct"),
    CLASS("space"),
    CLASS("upper"),
    CLASS("xdigit"),
    ROW("isctype"),
    ROW("__isctype"),
    ROW("iswctype_l"),
    ROW("__iswctype"),
    ROW("__isascii_l"),
    ROW("__toascii_l"),
    ROW("tolower_l"),
    ROW("toupper_l"),
    ROW("_tolower"),
    ROW("_toupper"),
    ROW("__tolower_l"),
    ROW("__toupper_l"),
    ROW("towlower_l"),
    ROW("towupper_l"),
    ROW("towctrans_l"),
    ROW("__towctrans"),
    ROW("__towctrans_l"),
    ROW("wctype_l", TOUCHES(IN(0, STRING))),
    ROW("__wctype_l", TOUCHES(IN(0, STRING))),
    ROW("wctrans_l", TOUCHES(IN(0, STRING))),
    ROW("__wctrans_l", TOUCHES(IN(0, STRING))),
    ROW("nl_langinfo_l"),
    ROW("__nl_langinfo_l"),
    /* locales as objects */
    ROW("duplocale", ON(SYSTEM, 0, CHANGE), KEEPS(STATE)),
};

const struct libc_table libc_table_text = {rows, sizeof rows / sizeof *rows};
