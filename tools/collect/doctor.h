/* SPDX-License-Identifier: GPL-2.0-only */
/* What can be measured on this machine, what not, and why. */
#ifndef KT_DOCTOR_H
#define KT_DOCTOR_H

#include <stdbool.h>
#include <stddef.h>

enum finding_state {
	FINDING_OK,
	FINDING_INFO,	 /* a fact, neither good nor bad */
	FINDING_LACKS,	 /* something is unknown for want of it */
	FINDING_FAILS,	 /* nothing works for want of it */
	FINDING_UNKNOWN, /* we could not find out */
};

struct finding {
	const char *group; /* "kernel", "tracepoints", ... */
	char name[48];
	enum finding_state state;
	char value[128];
	char why[256]; /* the reason, or what to do; "" for none */
};

struct diagnosis {
	struct finding *findings;
	size_t nr;
	bool can_count; /* record and stat work here */
};

extern const char *const finding_state_names[];

/* NULL without memory. */
struct diagnosis *diagnosis__new(void);
void diagnosis__free(struct diagnosis *d);

#endif /* KT_DOCTOR_H */
