/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The few kernel fields that we read, by name: libbpf finds their offsets in the running kernel's
 * BTF. What a kernel may lack is asked for with bpf_core_field_exists() first.
 */
#ifndef KT_CORE_H
#define KT_CORE_H

#include <linux/types.h>

#define KT_CORE __attribute__((preserve_access_index))

struct pt_regs___kt {
	unsigned long gpr[32];
} KT_CORE;

struct thread_struct___kt {
	struct pt_regs___kt *regs; /* powerpc: of user space */
	/* powerpc; > 0: the facility's registers are restored at each return to user space */
	__u8 load_fp;
	__u8 load_vec;
	int used_vr;
	int used_vsr;
} KT_CORE;

struct task_struct___kt {
	int pid;
	__u64 start_boottime; /* v5.5 */
	struct thread_struct___kt thread;
} KT_CORE;

#endif /* KT_CORE_H */
