/* Recorded executions as one page that needs nothing else: `ravel show --html`. */
#ifndef RAVEL_REPORT_HTML_H
#define RAVEL_REPORT_HTML_H

#include "report/trace.h"

/* The page's files, made part of the command by the Makefile; each ends with a NUL. */
extern const char page_html[], page_css[], page_js[];

/* `tree`: an exploration tree, as tree_read() has it; empty: there is none. */
void html_write(const struct trace *traces, uint32_t n, const struct buffer *tree,
                struct buffer *out);

#endif
