/* SPDX-License-Identifier: GPL-2.0-only */
/* Parts of doctor's examination. */
#ifndef KT_EXAM_H
#define KT_EXAM_H

#include "collect/doctor.h"
#include "collect/events.h"
#include "collect/host.h"

struct exam {
	struct diagnosis *d;
	struct kt_kernel kernel;
	struct kt_host host;
	const char *group;
	bool core;    /* the programs with BTF load */
	bool symbols; /* addresses have names */
	bool no_memory;
};

/* Adds a finding to the group. @why with its arguments: the reason, or what to do; "" for none. */
__attribute__((format(printf, 5, 6))) void exam__find(struct exam *x, const char *name,
						      enum finding_state state, const char *value,
						      const char *why, ...);

void exam__flush_type(struct exam *x);
bool exam__has_tm(void);
void exam__rights(struct exam *x);
void exam__interfaces(struct exam *x);
void exam__options(struct exam *x);

#endif /* KT_EXAM_H */
