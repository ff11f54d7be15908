/*
 * Random programs as C, several in one file, with what must come out of each.
 *
 *   c-oracle FEATURES C_FILE JSON_FILE SEED[-ID...]...
 *
 * FEATURES is a sum of enum feature. A seed may be followed by statements to leave out. A program
 * that has too many states is left out too. The JSON file is a list with an object for each
 * program.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "search.h"

static void print_ids(FILE *to, const char *name, const struct ids *ids) {
  fprintf(to, "\"%s\": [", name);
  const char *comma = "";
  for (unsigned i = 0; i < MAX_IDS; i++)
    if (ids_has(ids, i)) {
      fprintf(to, "%s%u", comma, i);
      comma = ", ";
    }
  fprintf(to, "]");
}

static void print_bits(FILE *to, const char *name, uint64_t bits) {
  fprintf(to, "\"%s\": [", name);
  for (unsigned i = 0; i < 64 && bits >> i; i++)
    if (bits >> i & 1)
      fprintf(to, "%u%s", i, bits >> i == 1 ? "" : ", ");
  fprintf(to, "]");
}

static void print_found(FILE *to, const char *name, const struct found *f) {
  static const char *const truth[] = {"false", "true"};
  fprintf(to, "\"%s\": {\"deadlock\": %s, \"circle\": %s, \"endless\": %s, \"cut\": %s, ", name,
          truth[f->deadlock], truth[f->circle], truth[f->endless], truth[f->cut]);
  print_ids(to, "failed", &f->failed);
  fprintf(to, ", ");
  print_ids(to, "misused", &f->misused);
  fprintf(to, ", ");
  print_ids(to, "racing", &f->racing);
  fprintf(to, ", ");
  print_bits(to, "exits", f->exits);
  fprintf(to, ", ");
  print_bits(to, "outcomes", f->outcomes);
  fprintf(to, "}");
}

static bool has_plain_loops(const struct program *p) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->code[t].n; i++)
      if (p->code[t].at[i].kind == SPIN && p->code[t].at[i].plain)
        return true;
  return false;
}

static void print_expected(FILE *to, const struct program *p, const char *seed,
                           const struct expected *e) {
  static const char *const bounds[BOUNDS] = {"0", "1", "2", "3"};
  unsigned statements = 0;
  fprintf(to,
          "{\"seed\": \"%s\", \"features\": %u, \"timeouts\": %u, \"spurious\": %u, \"states\": "
          "%" PRIu64 ", \"statements\": [",
          seed, p->features, p->timeouts, p->spurious, e->states);
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->code[t].n; i++)
      fprintf(to, "%s%u", statements++ ? ", " : "", p->code[t].at[i].id);
  fprintf(to, "],\n  \"outside\": %s, \"racy\": %s, \"plain_loops\": %s, \"plain_calls\": %s, ",
          program_event_is_signals(p) ? "true" : "false",
          p->features & (FEATURE_PLAIN | FEATURE_MIXED) ? "true" : "false",
          has_plain_loops(p) ? "true" : "false",
          program_uses(p, READ_INTO, WRITE_FROM) || program_notes(p) ? "true" : "false");
  print_found(to, "all", &e->all);
  for (unsigned i = 0; i < BOUNDS; i++) {
    fprintf(to, ",\n  ");
    print_found(to, bounds[i], &e->bounded[i]);
  }
  fprintf(to, "}");
}

static void remove_statement(struct program *p, unsigned id) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->code[t].n; i++)
      if (p->code[t].at[i].id == id) {
        program_remove(p, t, i);
        return;
      }
}

static bool is_interesting(const struct expected *e) {
  return e->n >= 3 || (e->n >= 2 && (e->all.deadlock || e->all.cut));
}

static struct program p;
static struct lowered code;
static struct expected expected;

/* Takes a few attempts, for a program in which the schedule matters. False: too large. */
static bool make(const char *seed, unsigned features) {
  enum { ATTEMPTS = 6 };
  char *at;
  const uint64_t number = strtoull(seed, &at, 10);
  bool done = false;
  for (unsigned i = 0; i < ATTEMPTS && !(done && is_interesting(&expected)); i++) {
    program_generate(&p, number * ATTEMPTS + i, features);
    lower(&code, &p);
    done = search(&code, &expected);
  }
  if (*at == '\0')
    return done;
  while (*at == '-')
    remove_statement(&p, (unsigned)strtoul(at + 1, &at, 10));
  lower(&code, &p);
  return search(&code, &expected);
}

int main(int argc, char **argv) {
  FILE *const source = argc > 4 ? fopen(argv[2], "w") : NULL, *const json =
                                                                  source ? fopen(argv[3], "w")
                                                                         : NULL;
  if (!json) {
    fprintf(stderr, "c-oracle FEATURES C_FILE JSON_FILE SEED[-ID...]...\n");
    return 2;
  }
  unsigned n = 0;
  emit_head(source);
  fprintf(json, "[");
  for (int i = 4; i < argc; i++) {
    if (!make(argv[i], (unsigned)atoi(argv[1])))
      continue;
    program_emit(source, &p, n, &expected);
    fprintf(json, n++ ? ",\n" : "\n");
    print_expected(json, &p, argv[i], &expected);
  }
  emit_tail(source, n);
  fprintf(json, "\n]\n");
  return fclose(source) || fclose(json);
}
