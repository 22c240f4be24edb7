/* SPDX-License-Identifier: GPL-2.0-only */
/* Which of our tracepoints the running kernel has, and how we know. */
#ifndef KT_EVENTS_H
#define KT_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum kt_event_id {
	KT_EV_UACCESS_BEGIN = 0,
	KT_EV_UACCESS_END,
	KT_EV_AMR_WRITE,
	KT_EV_RESTORE_MATH,
	KT_EV_SETUP_ENTRY,
	KT_EV_SETUP_EXIT,
	KT_EV_SIGRETURN_ENTRY,
	KT_EV_SIGRETURN_EXIT,
	KT_EV_FORK,
	KT_EV_RENAME,
	KT_EV_EXEC,
	KT_EV_EXIT,
	KT_EV_MAX,
};

struct kt_event {
	const char *system;
	const char *name;
	const char *program; /* ours, NULL: none attaches */
	const char *gives;   /* what is unknown without it */
};

extern const struct kt_event kt_events[KT_EV_MAX];

struct kt_kernel {
	bool btf;	     /* /sys/kernel/btf/vmlinux */
	const char *tracefs; /* where it is mounted and can be read, NULL */
	bool has[KT_EV_MAX];
	const char *how; /* "BTF" | "tracefs" | "kallsyms" | "nothing" */
};

/* Never fails: what cannot be known is absent. */
void kt_kernel__probe(struct kt_kernel *k);

/* The byte offset of @field in @system:@event's record as tracefs says, or -1. */
int kt_kernel__field_offset(const struct kt_kernel *k, const char *system, const char *event,
			    const char *field);

#endif /* KT_EVENTS_H */
