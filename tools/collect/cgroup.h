/* SPDX-License-Identifier: GPL-2.0-only */
/* Control groups of the unified hierarchy: from a path to the kernel's, and from an id to a path. */
#ifndef KT_CGROUP_H
#define KT_CGROUP_H

#include <stddef.h>
#include <stdint.h>

#include "model/error.h"

/* @path as it stands, else below the mount. A descriptor, or -1 with @err. */
int cgroup__open(const char *path, struct kt_error *err);

/* Paths by id, as they are now. */
struct cgroups;
struct cgroups *cgroups__new(void);
void cgroups__free(struct cgroups *c);
/* Below the mount, "/" for its root; NULL when there is none (any more). */
const char *cgroups__path(struct cgroups *c, uint64_t id);

#endif /* KT_CGROUP_H */
