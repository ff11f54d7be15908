/*
 * File descriptors, streams and directories of the program: what each was opened as, and which
 * objects an operation on it acts on (state.h).
 *
 * A descriptor that is opened is named by its opener, as threads are: the k-th that a thread
 * opened. Its number is another object, which all share.
 */
#ifndef RAVEL_RUNTIME_DESCRIPTORS_H
#define RAVEL_RUNTIME_DESCRIPTORS_H

#include <stdio.h>
#include <time.h>

#include "runtime/libc_table.h"
#include "runtime/state.h"

enum descriptor_kind {
  DESCRIPTOR_UNKNOWN, /* not looked at yet */
  DESCRIPTOR_NOTHING, /* no operation on it makes a difference: the standard ones */
  DESCRIPTOR_DEVICE,  /* only what is done to the descriptor itself makes one */
  DESCRIPTOR_FILE,
  DESCRIPTOR_CHANNEL, /* a pipe, a socket, an event: what is written comes out again, once */
};

/* What the current thread wants to wait for; on its stack while it does. */
struct descriptor_wish {
  int number;
  bool waits;   /* if need be */
  short events; /* as for poll() */
  bool sized;
  uint64_t size;            /* how much is to be read or written, if that is known */
  bool small;               /* it writes a number that is far from making a count overflow */
  struct timespec patience; /* of a socket, which may have been told to give up after some time */
  uint64_t receiver;        /* it is a datagram, for what this stands for; or 0 */
  FILE *stream;             /* which may have input left over; or NULL */
  int64_t from, to;         /* of a file that is to be locked (file_locks.h) */
  bool exclusive, by_flock;
};

/* An operation on a descriptor. `shows` says that its result tells how much has been written. */
void descriptor_acts(int number, enum libc_mode mode, bool shows, struct descriptor_wish *wish,
                     struct state_acts *acts);

/* A datagram is sent by it to the socket that the place stands for, the first of `acts`. */
void descriptor_awaits_room(int number, uint64_t to, struct descriptor_wish *wish,
                            struct state_acts *acts);

/* Its turn has come, and the time of the socket is over before there is anything: errno says so. */
bool descriptor_gives_up(const struct state_acts *acts, const struct descriptor_wish *wish);

/* Whether it can be read or written is asked for. */
void descriptor_is_watched(int number, struct state_acts *acts);

/* What stands for a pipe and its kind; 0: the descriptor is no such thing. */
uint64_t descriptor_place(int number);
bool descriptor_is_set(int number); /* of descriptors: epoll.c */
bool descriptor_has_datagrams(int number);
int descriptor_at(uint64_t place); /* any number of what the place stands for; negative: none */

/* Whether any descriptor of it is open for reading, or for writing. */
bool descriptor_is_open_at(uint64_t place, bool writes);

/* An event that gives one at a time. */
void descriptor_becomes_semaphore(int number);
bool descriptor_is_semaphore(int number);

/* What the kernel says of a descriptor. */
enum { FDINFO_SIZE = 512 };
bool descriptor_info(int number, char text[FDINFO_SIZE]);

/* The thread waits for signals, by a descriptor or a set of them (signalfd.c). */
bool descriptor_awaits_signals(const struct thread *thread);
bool descriptor_takes_signals(int number);

/* What stands for a channel that has a name; it is the descriptor's from now on. */
uint64_t descriptor_place_named(const char *name);

/* The descriptor is of a file: which place stands for what was opened, and the file's number. */
bool descriptor_is_of_file(int number, uint64_t *opened, uint32_t *file);
bool descriptor_is_shared(int number); /* another descriptor is a duplicate of it */

/* A device that gives random numbers. */
bool descriptor_is_random(int number);

/* It has to do with something else from now on, and so have its duplicates. */
void descriptor_moves(int number, uint64_t place);

/* Which numbers are free matters if the program learns descriptor numbers. */
void descriptor_numbers_act(bool shows, struct state_acts *acts);

/* A file name is looked up; and what is in the file is asked for, or thrown away. */
enum path_use { PATH_NAMED, PATH_SHOWN, PATH_EMPTIED };
void descriptor_path_acts(const char *path, enum path_use use, struct state_acts *acts);

/* A write of so many bytes to a pipe that never has room for all of them. */
bool descriptor_overflows(int number, uint64_t size);

/* What is written there nobody can read any more, so that the writer is sent a signal. */
bool descriptor_is_broken(int number);

/* The turn of an operation has come: what others have done before is known to it. */
void descriptor_synchronise(int number, enum libc_mode mode);

/* The current thread has opened a descriptor; `like` has to do with the same, or -1. */
void descriptor_opened(int number, int like);
void descriptor_duplicated(int from, int to);
void descriptor_closes(int number);

/* A thread that waits for the descriptor, and nothing is there; or RV_NO_THREAD. */
rv_tid descriptor_waiter(int number);

void stream_opened(FILE *stream);
void stream_closes(FILE *stream);
int stream_number(FILE *stream); /* negative: it has none */

/* All that make a difference are given to `see`, until it says false. */
bool descriptors_all(bool (*see)(int number, enum descriptor_kind kind, void *with), void *with);

/* Between executions: closes what the program has left open. */
void descriptors_reset(void);

#endif
