/*
 * Threads that back off for each other: each of them writes something in its turn, finds that
 * another one has done so, too, takes it back and tries again. Such turns are void (turn.h), and
 * left out. So nobody sees that the threads can go on in step for ever.
 */
#ifndef RAVEL_RUNTIME_BACK_OFF_H
#define RAVEL_RUNTIME_BACK_OFF_H

/* An execution has ended: says what is not covered if threads that were stopped back off for each
 * other. */
void back_off_look(void);

/* There are threads that do. */
void back_off_in_step(void);

#endif
