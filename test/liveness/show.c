/* Prints what liveness_of() says about return addresses: show FILE ADDRESS... */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "liveness/liveness.h"

static void show(const struct shared_liveness *answer) {
  static const char *const names[] = {"rbx", "rbp", "r12", "r13", "r14", "r15"};
  printf("%" PRIx64, answer->pc);
  if (!answer->known) {
    printf(" unknown\n");
    return;
  }
  printf(" %s%+d dead", answer->cfa_is_rbp ? "rbp" : "rsp", answer->cfa_offset);
  for (int i = 0; i < 6; i++)
    if (answer->dead >> i & 1)
      printf(" %s", names[i]);
  for (uint32_t i = 0; i < answer->n_slots; i++)
    printf(" %d:%d", answer->slots[i].begin, answer->slots[i].end);
  printf(" saved");
  for (int i = 0; i < 6; i++)
    if (answer->saved[i])
      printf(" %s:%d", names[i], answer->saved[i]);
  printf("%s\n", answer->ignores_result ? " ignores the result" : "");
}

int main(int argc, char **argv) {
  for (int i = 2; i < argc; i++) {
    struct shared_liveness answer;
    liveness_of(argv[1], strtoull(argv[i], NULL, 16), &answer);
    show(&answer);
  }
  return argc < 3;
}
