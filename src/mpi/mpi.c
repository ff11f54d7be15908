/*
 * ravel-mpi: the command on a cluster. The process of rank 0 is the command; the others are members
 * of its team (cli/remote.h). Where they run, and how they are started, is MPI's business.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/message.h"
#include "cli/remote.h"
#include "cli/signals.h"

enum { TAG = 1, PATIENCE_SECONDS = 1 };

/* A message that is on its way. */
struct parcel {
  MPI_Request request;
  struct parcel *next;
  char bytes[];
};

static struct parcel *parcels;

static void forget_sent(void) {
  for (struct parcel **link = &parcels; *link;) {
    struct parcel *const parcel = *link;
    int sent;
    MPI_Test(&parcel->request, &sent, MPI_STATUS_IGNORE);
    if (sent) {
      *link = parcel->next;
      free(parcel);
    } else
      link = &parcel->next;
  }
}

static void mpi_send(uint32_t to, const char *bytes, size_t n) {
  struct parcel *const parcel = must_alloc(sizeof *parcel + n);
  memcpy(parcel->bytes, bytes, n);
  parcel->next = parcels;
  parcels = parcel;
  MPI_Isend(parcel->bytes, (int)n, MPI_BYTE, (int)to, TAG, MPI_COMM_WORLD, &parcel->request);
  forget_sent();
}

static bool mpi_receive(uint32_t *from, struct buffer *message) {
  MPI_Status status;
  int there, n;
  forget_sent();
  MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status);
  if (!there)
    return false;
  MPI_Get_count(&status, MPI_BYTE, &n);
  char *const bytes = must_alloc((size_t)n + 1);
  MPI_Recv(bytes, n, MPI_BYTE, status.MPI_SOURCE, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  buffer_add(message, bytes, (size_t)n);
  free(bytes);
  *from = (uint32_t)status.MPI_SOURCE;
  return true;
}

static struct transport mpi = {.send = mpi_send, .receive = mpi_receive};

/* Members that are lost do not hear that it is over. */
static void finish(void) {
  const double begin = clock_seconds();
  remote_dismiss();
  while (parcels && clock_seconds() < begin + PATIENCE_SECONDS)
    forget_sent();
  if (parcels)
    MPI_Abort(MPI_COMM_WORLD, STATUS_INCOMPLETE);
  MPI_Finalize();
}

/* MPI may have threads of its own. Signals are for the command's. */
static void init(int *argc, char ***argv) {
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  MPI_Init(argc, argv);
  sigprocmask(SIG_SETMASK, &before, NULL);
}

int main(int argc, char **argv) {
  int rank, size;
  init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD,
                          MPI_ERRORS_RETURN); /* a lost member is no reason to end */
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  mpi.others = rank == 0 ? (uint32_t)size - 1 : 0;
  transport = &mpi;
  if (rank == 0) {
    atexit(finish);
    return ravel(argc, argv);
  }
  const int status = remote_serve();
  MPI_Finalize();
  return status;
}
