/*
 * Can a program go on for ever though each of its threads gets its turns? Then some states lead to
 * each other, and each thread makes a step among them, or can't in one of them. Without such
 * states, only an unfair scheduler can keep the program from ending.
 */
#ifndef RAVEL_TEST_C_ORACLE_FAIR_H
#define RAVEL_TEST_C_ORACLE_FAIR_H

#include <stdbool.h>
#include <stdint.h>

/* A step of a thread from one state to another. */
struct edge {
  uint32_t from, to;
  uint8_t thread;
};

/* Edges are in the order of the states that they come from. `runnable` has a bit for each thread
 * that can go on in a state. */
bool fair_forever(const struct edge *edges, unsigned n_edges, const uint8_t *runnable, unsigned n);

#endif
