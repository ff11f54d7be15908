#include "cli/command.h"

int main(int argc, char **argv) {
  return ravel(argc, argv);
}
