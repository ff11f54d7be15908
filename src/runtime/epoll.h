/*
 * Sets of descriptors: epoll. The kernel keeps them, so that what is level- or edge-triggered, or
 * ready once, is what the kernel says.
 *
 * In the kernel's set the order of what is ready is that in which it became ready: two writes to
 * different descriptors would not commute. So each member is alone in a set of its own, which is
 * hidden from the program; these are members of the program's set, and are asked one after the
 * other.
 *
 * A set can be a member of another one: what is ready in the one is ready in the other.
 *
 * An operation on a member adds to the place that stands for what is ready in the set; a wait reads
 * it. Which places an operation acts on must not depend on the order of threads: a descriptor that
 * is put into a set is marked, and the exploration begins again with operations that always name
 * the place.
 */
#ifndef RAVEL_RUNTIME_EPOLL_H
#define RAVEL_RUNTIME_EPOLL_H

#include "runtime/state.h"

/* What stands for what is ready in the set that `place` stands for. */
uint64_t epoll_ready_place(uint64_t place);

/* Something is done to the descriptor that `place` stands for: also to the sets that it is in. */
void epoll_member_acts(uint64_t place, struct state_acts *acts);

/* Who is told that the set is ready knows what others have done to those members that are. */
void epoll_synchronise(uint64_t place);

/* Another place stands for the descriptor from now on. */
void epoll_member_moves(int number, uint64_t place);

/* Whether the descriptor is ready depends on what this stands for, too. */
void epoll_member_heeds(int number, uint64_t place);

/* Whether a member of the set that `place` stands for gives signals. */
bool epoll_gives_signals(uint64_t place);

/* For copies (channels.h). Whether members can be copied; copies them, when what they watch has
 * been; puts those of a set into a new one. False: the kernel has failed. */
bool epoll_can_be_copied(void);
bool epoll_copy_members(void);
bool epoll_fill(uint64_t place, int copy);

/* Between executions. */
void epoll_reset(void);

#endif
