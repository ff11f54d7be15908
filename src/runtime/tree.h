/*
 * The exploration tree, recorded while a search runs (`ravel check --tree`). It is a layer around
 * the system: without it, nothing of a search is different.
 */
#ifndef RAVEL_RUNTIME_TREE_H
#define RAVEL_RUNTIME_TREE_H

#include "core/system.h"

/* runtime_system, and every step goes into the tree. */
extern struct rv_system tree_system;

/* `begins`: this is the first process of the search. */
void tree_init(bool begins);

/* The search begins again: what was explored so far is not worth anything. */
void tree_clear(void);

#endif
