#include "report/cxx_name.h"

#include <stdlib.h>
#include <string.h>

/* Of the C++ library; a C program can call it as well. */
char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

enum { LONG_ARGUMENTS = 40 }; /* template arguments of more characters than this are left out */

/* --- pieces ----------------------------------------------------------------------------------- */

static void take_out(char *at, size_t length) {
  memmove(at, at + length, strlen(at + length) + 1);
}

static void put_in_place(char *text, const char *old, const char *new) {
  for (char *at = text; (at = strstr(at, old)); at += strlen(new)) {
    memcpy(at, new, strlen(new)); /* never longer */
    take_out(at + strlen(new), strlen(old) - strlen(new));
  }
}

/* Behind the bracket that closes the one at `open`, or the end of the text. */
static char *behind_bracket(char *open) {
  int depth = 0;
  for (char *at = open; *at; at++) {
    depth += *at == '<' || *at == '(' || *at == '{';
    depth -= (*at == '>' && (at == open || at[-1] != '-')) || *at == ')' || *at == '}';
    if (depth == 0)
      return at + 1;
  }
  return open + strlen(open);
}

/* Arguments of templates that their authors leave to the default. */
static void take_out_defaults(char *text) {
  static const char *const defaults[] = {
      ", std::allocator<", ", std::default_delete<", ", std::char_traits<", ", std::less<",
      ", std::hash<",      ", std::equal_to<",       ", std::deque<"};
  for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
    for (char *at = text; (at = strstr(at, defaults[i]));)
      take_out(at, (size_t)(behind_bracket(at + strlen(defaults[i]) - 1) - at));
}

static void take_out_long_arguments(char *text) {
  for (char *at = text; *at; at++) {
    char *end = *at == '<' ? behind_bracket(at) : at;
    if (end - at > LONG_ARGUMENTS && end[-1] == '>') {
      memcpy(at, "<...>", 5);
      take_out(at + 5, (size_t)(end - at) - 5);
    }
  }
}

/* Parameters of functions, but not those in template arguments, nor the name operator(). */
static void take_out_parameters(char *text) {
  for (char *at = text; *at;) {
    const bool call = at - text >= 8 && strncmp(at - 8, "operator", 8) == 0;
    if (*at == '(' && !(call && at[1] == ')' && at[2] == '('))
      take_out(at, (size_t)(behind_bracket(at) - at));
    else if (*at == '(')
      at += 2;
    else
      at = *at == '<' ? behind_bracket(at) : at + 1;
  }
  put_in_place(text, " const", "");
}

/* Templates are mangled with what they return. */
static void take_out_result(char *text) {
  const char *stop = strstr(text, "operator ");
  const char *about = strstr(text, " for "); /* guard variable for x, vtable for y */
  char *name = text;
  if (about)
    return;
  for (char *at = text; *at && at != stop; at = *at == '<' ? behind_bracket(at) : at + 1)
    if (*at == ' ')
      name = at + 1;
  if (name != text)
    take_out(text, (size_t)(name - text));
}

/* Where the name of a lambda's class begins: {lambda()#1} with gcc, $_0 with clang, or `lambda` in
 * what libdw tells; NULL: it is none. A lambda that a template or a function is given is not meant.
 */
static char *lambda_in(char *text) {
  for (char *at = text; *at; at = *at == '<' || *at == '(' ? behind_bracket(at) : at + 1)
    if (strncmp(at, "::{lambda", 9) == 0 || strncmp(at, "::'lambda", 9) == 0 ||
        strncmp(at, "::$_", 4) == 0)
      return at;
  return NULL;
}

/* --- names ------------------------------------------------------------------------------------ */

const char *cxx_short(struct arena *arena, const char *name) {
  char *text = arena_string(arena, name);
  put_in_place(text, "std::__cxx11::", "std::");
  put_in_place(text, "std::__1::", "std::");
  put_in_place(text, "std::_V2::", "std::");
  put_in_place(text, "[abi:cxx11]", "");
  put_in_place(text, "(anonymous namespace)::", "");
  take_out_defaults(text);
  put_in_place(text, "std::basic_string<char>", "std::string");
  put_in_place(text, "std::basic_string<char >", "std::string");
  put_in_place(text, "> >", ">>");
  put_in_place(text, "> >", ">>");
  put_in_place(text, " >", ">");
  return text;
}

static const char *function_name(struct arena *arena, char *text) {
  char *lambda = lambda_in(text);
  if (lambda)
    *lambda = 0;
  take_out_parameters(text);
  take_out_result(text);
  take_out_long_arguments(text);
  return lambda ? arena_printf(arena, "lambda in %s", text) : text;
}

const char *cxx_name(struct arena *arena, const char *symbol) {
  int status = -1;
  char *demangled =
      strncmp(symbol, "_Z", 2) == 0 ? __cxa_demangle(symbol, NULL, NULL, &status) : NULL;
  if (!demangled)
    return arena_string(arena, symbol);
  const char *name = cxx_short(arena, demangled);
  free(demangled);
  return function_name(arena, arena_string(arena, name));
}
