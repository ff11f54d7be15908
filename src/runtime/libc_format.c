#include "runtime/libc_format.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

/* --- arguments -----------------------------------------------------------------------------------
 */

struct arguments {
  va_list list;
};

static bool is_list(const struct libc_function *row) {
  return row->format == LIBC_PRINTS_LIST || row->format == LIBC_SCANS_LIST;
}

static bool scans(const struct libc_function *row) {
  return row->format == LIBC_SCANS || row->format == LIBC_SCANS_LIST;
}

/* The arguments that follow the format, from the registers that the stub has saved. */
static void libc_format_begin(struct arguments *arguments, const struct libc_function *row,
                              const struct libc_call *call) {
  const unsigned named = row->format_arg + 1U;
  if (is_list(row)) { /* passed by reference in both ABIs */
    memcpy(&arguments->list, (const void *)libc_argument(call, named), sizeof arguments->list);
    return;
  }
#if defined(__x86_64__)
  const struct {
    unsigned integer_offset, floating_offset;
    const void *stack, *registers;
  } made = {named * 8, sizeof call->integer, call->stack, call};
#else
  const struct {
    const void *stack, *integer_end, *floating_end;
    int integer_offset, floating_offset;
  } made = {call->stack, call->integer + LIBC_REGISTERS, call->floating + 8,
            -(int)((LIBC_REGISTERS - named) * 8), -(int)sizeof call->floating};
#endif
  _Static_assert(sizeof made == sizeof arguments->list, "as the ABI says");
  memcpy(&arguments->list, &made, sizeof made);
}

/* --- conversions ---------------------------------------------------------------------------------
 */

struct format {
  uint64_t at;
  bool wide;
};

static unsigned peek(const struct format *format) {
  return format->wide ? (unsigned)*(const wchar_t *)format->at : *(const unsigned char *)format->at;
}

static unsigned libc_format_next(struct format *format) {
  const unsigned c = peek(format);
  if (c)
    format->at += format->wide ? sizeof(wchar_t) : 1;
  return c;
}

static bool skip_char(struct format *format, char c) {
  const bool found = peek(format) == (unsigned char)c;
  if (found)
    libc_format_next(format);
  return found;
}

static bool is_one_of(unsigned c, const char *set) {
  return c > 0 && c < 128 && strchr(set, (int)c);
}

struct conversion {
  unsigned type;   /* 0: the format has ended */
  unsigned length; /* h, l, L ...; H for hh, q for ll */
  bool star, allocates;
  bool bounded; /* there is a width (of a scan) or a precision (of a print) */
  uint64_t bound;
  bool positional; /* %1$d: not followed any further */
};

static uint64_t number(struct format *format) {
  uint64_t n = 0;
  while (is_one_of(peek(format), "0123456789"))
    n = n * 10 + (libc_format_next(format) - '0');
  return n;
}

static unsigned length_modifier(struct format *format) {
  if (!is_one_of(peek(format), "hlLqjzt"))
    return 0;
  const unsigned c = libc_format_next(format);
  if (c == 'h' && skip_char(format, 'h'))
    return 'H';
  if (c == 'l' && skip_char(format, 'l'))
    return 'q';
  return c;
}

static bool to_conversion(struct format *format) {
  for (;;) {
    const unsigned c = libc_format_next(format);
    if (c == 0)
      return false;
    if (c == '%' && !skip_char(format, '%'))
      return true;
  }
}

/* A width or a precision of a print; with a star it is an argument. */
static bool print_number(struct format *format, struct arguments *arguments, uint64_t *n) {
  if (!skip_char(format, '*')) {
    *n = number(format);
    return true;
  }
  const int given = va_arg(arguments->list, int);
  *n = given < 0 ? 0 : (uint64_t)given;
  return given >= 0;
}

static struct conversion print_conversion(struct format *format, struct arguments *arguments) {
  struct conversion found = {0};
  uint64_t width;
  if (!to_conversion(format))
    return found;
  while (is_one_of(peek(format), "-+ #0'I"))
    libc_format_next(format);
  print_number(format, arguments, &width);
  found.positional = skip_char(format, '$');
  if (skip_char(format, '.'))
    found.bounded = print_number(format, arguments, &found.bound);
  found.length = length_modifier(format);
  found.type = libc_format_next(format);
  return found;
}

static void skip_set(struct format *format) {
  skip_char(format, '^');
  skip_char(format, ']');
  while (peek(format) && libc_format_next(format) != ']')
    ;
}

static struct conversion scan_conversion(struct format *format) {
  struct conversion found = {0};
  if (!to_conversion(format))
    return found;
  found.star = skip_char(format, '*');
  while (is_one_of(peek(format), "'I"))
    libc_format_next(format);
  found.bounded = is_one_of(peek(format), "0123456789");
  found.bound = number(format);
  found.positional = skip_char(format, '$');
  found.allocates = skip_char(format, 'm');
  found.length = length_modifier(format);
  found.type = libc_format_next(format);
  if (found.type == '[')
    skip_set(format);
  return found;
}

/* --- what they touch -----------------------------------------------------------------------------
 */

static uint64_t integer_size(unsigned length) {
  switch (length) {
  case 'H':
    return sizeof(char);
  case 'h':
    return sizeof(short);
  case 0:
    return sizeof(int);
  default:
    return sizeof(long);
  }
}

static uint64_t text_size(uint64_t addr, bool wide, uint64_t most) {
  return wide ? libc_wide_string(addr, most) : libc_string(addr, most);
}

static void print_one(const struct conversion *conversion, struct arguments *arguments,
                      struct libc_ranges *ranges) {
  const bool wide = conversion->length == 'l' || conversion->type == 'S';
  const uint64_t most = conversion->bounded ? conversion->bound : UINT64_MAX;
  if (is_one_of(conversion->type, "aAeEfFgG")) {
    if (conversion->length == 'L')
      va_arg(arguments->list, long double);
    else
      va_arg(arguments->list, double);
  } else if (is_one_of(conversion->type, "sS")) {
    const uint64_t addr = (uintptr_t)va_arg(arguments->list, void *);
    if (addr)
      libc_touches(ranges, addr, text_size(addr, wide, most), false);
  } else if (conversion->type == 'n') {
    libc_touches(ranges, (uintptr_t)va_arg(arguments->list, void *),
                 integer_size(conversion->length), true);
  } else if (is_one_of(conversion->type, "diouxXcCp")) {
    va_arg(arguments->list, long);
  }
}

/* How much a scan may store of text whose length the format does not bound. */
enum { LONG_WORD = 256 };

static uint64_t scanned_size(const struct conversion *conversion, uint64_t addr, bool after) {
  const bool wide = conversion->length == 'l' || is_one_of(conversion->type, "SC");
  const uint64_t size = wide ? sizeof(wchar_t) : 1;
  if (conversion->allocates || conversion->type == 'p')
    return sizeof(void *);
  if (is_one_of(conversion->type, "cC"))
    return (conversion->bounded ? conversion->bound : 1) * size;
  if (is_one_of(conversion->type, "sS["))
    return after                 ? text_size(addr, wide, UINT64_MAX)
           : conversion->bounded ? (conversion->bound + 1) * size
                                 : LONG_WORD * size;
  if (is_one_of(conversion->type, "aAeEfFgG"))
    return conversion->length == 'L'   ? sizeof(long double)
           : conversion->length == 'l' ? sizeof(double)
                                       : sizeof(float);
  return integer_size(conversion->length);
}

static void scan_all(struct format format, struct arguments *arguments,
                     const struct libc_call *call, struct libc_ranges *ranges) {
  const bool after = libc_has_returned(ranges);
  int64_t left = after ? (int)call->result[0] : INT_MAX;
  for (;;) {
    const struct conversion conversion = scan_conversion(&format);
    if (!conversion.type || conversion.positional || left < 0 ||
        (left == 0 && conversion.type != 'n'))
      return;
    if (conversion.star)
      continue;
    const uint64_t addr = (uintptr_t)va_arg(arguments->list, void *);
    libc_may_write(ranges, addr, scanned_size(&conversion, addr, after));
    left -= conversion.type != 'n';
  }
}

static struct format format_of(const struct libc_function *row, const struct libc_call *call) {
  return (struct format){libc_argument(call, row->format_arg), row->format_wide};
}

void libc_format(const struct libc_function *row, const struct libc_call *call,
                 struct libc_ranges *ranges) {
  struct format format = format_of(row, call);
  struct arguments arguments;
  if (!format.at)
    return;
  if (!libc_has_returned(ranges))
    libc_touches(ranges, format.at, text_size(format.at, format.wide, UINT64_MAX), false);
  libc_format_begin(&arguments, row, call);
  if (scans(row)) {
    scan_all(format, &arguments, call, ranges);
    return;
  }
  for (;;) {
    const struct conversion conversion = print_conversion(&format, &arguments);
    if (!conversion.type || conversion.positional)
      return;
    print_one(&conversion, &arguments, ranges);
  }
}

uint64_t libc_format_length(const struct libc_function *row, const struct libc_call *call) {
  struct arguments arguments;
  libc_format_begin(&arguments, row, call);
  const char *const format = (const char *)libc_argument(call, row->format_arg);
  const int n = vsnprintf(NULL, 0, format, arguments.list);
  return n < 0 ? 0 : (uint64_t)n + 1;
}

uint64_t libc_format_words(const struct libc_function *row, const struct libc_call *call) {
  struct format format = format_of(row, call);
  uint64_t n = 2;
  while (to_conversion(&format))
    n++;
  return n;
}
