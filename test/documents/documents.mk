# Documents against the sources: tables of paper lines, names of functions and files, links; and
# against what Ravel prints. Sources against their layout.
#   make document-tables     makes the tables anew from the comments in src/core
check-documents:
	@python3 test/documents/check.py

document-tables:
	@python3 test/documents/check.py --write

check-transcripts: all
	@RAVEL=$(BUILD)/ravel python3 test/documents/transcripts.py

check-format:
	@sh test/documents/format.sh

SUITES += check-transcripts check-documents check-format
.PHONY: check-transcripts check-documents check-format document-tables
