/* SPDX-License-Identifier: GPL-2.0-only */
/* What check and ab share: gates from the command line, and how their verdict ends. */
#ifndef KT_CMD_GATES_H
#define KT_CMD_GATES_H

#include "model/check.h"
#include "opt.h"
#include "render/check.h"

/*
 * Adds a gate of @kind for each METRIC=N of @words; --@option is named in complaints.
 * OPT_GO, or the status to leave with.
 */
int gates__add(const struct opt_spec *spec, struct kt_check *c, enum kt_gate_kind kind,
	       const char *option, const struct opt_list *words);

/* Loads @file into @side. What cannot be read becomes a problem of @c; only memory ends it. */
int gates__load(struct kt_check *c, enum kt_side side, const char *file);

/* Logs the problems, shows the verdict and returns the exit status that says it. */
int gates__show(struct kt_check *c, const struct check_renderer *r);

/* --alpha and --format. OPT_GO, or the status to leave with. */
int gates__options(const struct opt_spec *spec, double alpha, const char *format,
		   const struct check_renderer **r);

/* The rest of --help: which metrics there are. */
void gates__help(FILE *out);

#endif /* KT_CMD_GATES_H */
