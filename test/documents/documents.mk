# Documents against the sources: tables of paper lines, names of functions and files, links.
#   make document-tables     makes the tables anew from the comments in src/core
check-documents:
	@python3 test/documents/check.py

document-tables:
	@python3 test/documents/check.py --write

SUITES += check-documents
.PHONY: check-documents document-tables
