# ravel-mpi with four processes on one machine. `make mpi MPICC=mpicc.mpich` builds it for another MPI.
MPIRUN ?= mpirun
check-mpi: mpi
	@RAVEL=$(abspath $(BUILD))/ravel RAVEL_MPI=$(abspath $(BUILD))/ravel-mpi MPIRUN=$(MPIRUN) sh test/mpi/check.sh

SUITES += check-mpi
.PHONY: check-mpi
