#include "cli/randomisation.h"

#include <sys/personality.h>

enum { ASK = 0xffffffff };

bool randomisation_can_be_off(void) {
  const int before = personality(ASK);
  const bool can = personality((unsigned long)before | ADDR_NO_RANDOMIZE) != -1;
  if (can)
    personality((unsigned long)before);
  return can;
}

void randomisation_turn_off(void) {
  personality((unsigned long)personality(ASK) | ADDR_NO_RANDOMIZE);
}
