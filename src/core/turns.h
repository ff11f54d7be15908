/*
 * Searches that take turns. With context sensitivity there is more than one way to explore a
 * program, and which of them explores least is not known beforehand. So each has a limit. When it
 * is spent, the next one begins, and when all have had a turn, limits grow. The first that comes to
 * an end is the search; the others are forgotten. A turn is a fact (facts.h).
 */
#ifndef RAVEL_CORE_TURNS_H
#define RAVEL_CORE_TURNS_H

#include "core/exploration.h"

enum rv_way_to_search {
  RV_WAY_AS_ASKED, /* the options as they are */
  RV_WAY_CONTEXT,  /* context sensitivity without observers */
  RV_WAY_PLAIN,    /* no context checks */
};

/* Whose turn it is. */
enum rv_way_to_search rv_turn_way(const struct rv_explorer *x);

/* An execution is over and counted. Finds a fact if it is another one's turn. */
void rv_turn_look(struct rv_explorer *x);

#endif
