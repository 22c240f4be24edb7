/* SPDX-License-Identifier: GPL-2.0-only */
/* All registers before a signal, all at the handler's first instruction, all after the return. */
#include "frames.h"

#define FRAME	560
#define F_GPR	32
#define F_OUT	176
#define F_USE	184
#define F_OLD	192
#define F_FPR	208
#define F_VR	352

	.machine power9
	.abiversion 2
	.section .note.GNU-stack, "", @progbits
	.text

	/* for each: INSN reg, OFFSET+STEP*reg(BASE); vector forms need an index register */
.macro each insn, from, to, offset, step, base
	.set i, \from
	.rept \to - \from + 1
	\insn i, (\offset + \step * i)(\base)
	.set i, i + 1
	.endr
.endm
.macro eachx insn, from, to, offset, base, first=0
	.set i, \from
	.rept \to - \from + 1
	li 0, \offset + 16 * (i - \first)
	\insn i, \base, 0
	.set i, i + 1
	.endr
.endm

	/* r3 in, r4 out, r5 use; the frame's address also goes into the thread's raise_sp */
.macro RAISER name, insn:vararg
	.globl \name, \name\()_at
	.type \name, @function
\name:
	mflr 0
	std 0, 16(1)
	mfcr 0
	stw 0, 8(1)
	std 2, 24(1)
	stdu 1, -FRAME(1)
	each std, 14, 31, F_GPR - 14 * 8, 8, 1
	std 4, F_OUT(1)
	std 5, F_USE(1)
	ld 0, raise_sp@tprel(13)
	std 0, F_OLD(1)
	std 1, raise_sp@tprel(13)
	andi. 0, 5, USE_FP
	beq 1f
	each stfd, 14, 31, F_FPR - 14 * 8, 8, 1
1:	andi. 0, 5, USE_VMX
	beq 1f
	eachx stvx, 20, 31, F_VR, 1, 20

1:	andi. 0, 5, USE_VSX
	beq 1f
	eachx lxvd2x, 0, 31, R_VS, 3
	b 2f
1:	andi. 0, 5, USE_FP
	beq 3f
	each lfd, 0, 31, R_VS, 16, 3
2:	lfd 0, R_FPSCR(3)
	mtfsf 255, 0, 1, 0
	lfd 0, R_VS(3)
	andi. 0, 5, USE_VSX
	beq 3f
	li 0, R_VS
	lxvd2x 0, 3, 0
3:	andi. 0, 5, USE_VMX
	beq 1f
	li 0, R_VSCR
	lvx 0, 3, 0
	mtvscr 0
	lwz 0, R_VRSAVE(3)
	mtspr 256, 0
	eachx lvx, 0, 31, R_VS + 512, 3
1:	ld 0, R_CR(3)
	mtcr 0
	ld 0, R_XER(3)
	mtxer 0
	ld 0, R_CTR(3)
	mtctr 0
	ld 0, R_LR(3)
	mtlr 0
	each ld, 0, 2, 0, 8, 3
	each ld, 4, 12, 0, 8, 3
	each ld, 14, 31, 0, 8, 3
	ld 3, 24(3)
\name\()_at:
	\insn

	std 31, -8(1)
	std 30, -16(1)
	ld 31, raise_sp@tprel(13)
	ld 30, F_OUT(31)
	each std, 0, 29, 0, 8, 30
	ld 29, -16(1)
	std 29, 240(30)
	ld 29, -8(1)
	std 29, 248(30)
	mr 1, 31
	mr 4, 30
	mfcr 0
	std 0, R_CR(4)
	mfxer 0
	std 0, R_XER(4)
	mfctr 0
	std 0, R_CTR(4)
	mflr 0
	std 0, R_LR(4)
	ld 5, F_USE(1)
	bl save_fp
	ld 0, F_OLD(1)
	std 0, raise_sp@tprel(13)
	andi. 0, 5, USE_FP
	beq 1f
	each lfd, 14, 31, F_FPR - 14 * 8, 8, 1
1:	andi. 0, 5, USE_VMX
	beq 1f
	eachx lvx, 20, 31, F_VR, 1, 20
1:	each ld, 14, 31, F_GPR - 14 * 8, 8, 1
	addi 1, 1, FRAME
	ld 2, 24(1)
	lwz 0, 8(1)
	mtcr 0
	ld 0, 16(1)
	mtlr 0
	blr
	.size \name, . - \name
.endm

	RAISER raise_trap, trap
	RAISER raise_sc, sc
	RAISER raise_scv, .long 0x44000001	/* scv 0 */

	/* r4 struct regs, r5 use: stores what is in use, leaves FPSCR and VSCR as C wants them */
save_fp:
	andi. 0, 5, USE_VSX
	beq 1f
	eachx stxvd2x, 0, 31, R_VS, 4
	b 2f
1:	andi. 0, 5, USE_FP
	beq 3f
	each stfd, 0, 31, R_VS, 16, 4
2:	mffs 0
	stfd 0, R_FPSCR(4)
	lis 11, zero@ha
	lfd 0, zero@l(11)
	mtfsf 255, 0, 1, 0
3:	andi. 0, 5, USE_VMX
	beq 1f
	eachx stvx, 0, 31, R_VS + 512, 4
	mfvscr 0
	li 0, R_VSCR
	stvx 0, 4, 0
	vxor 0, 0, 0
	mtvscr 0
	mfspr 0, 256
	std 0, R_VRSAVE(4)
1:	blr

	.globl sigreturn_at
sigreturn_at:
	mr 1, 3
	li 0, 172
	sc
	trap

	/* "trap" for who runs big-endian */
	.globl be_trap
be_trap:
	.long 0x0800e07f
	trap

	/* (where rseq_cs is, what to write there): 1 when it was aborted */
	.globl rseq_section, rseq_start, rseq_end, rseq_abort
	.type rseq_section, @function
rseq_section:
	std 4, 0(3)
rseq_start:
	trap
rseq_end:
	li 3, 0
	blr
	.long RSEQ_SIG
rseq_abort:
	li 3, 1
	blr

	.globl stub
stub:
	.set i, 0
	.rept 13
	std i, entry_regs + 8 * i@tprel(13)
	.set i, i + 1
	.endr
	mflr 0
	std 0, entry_regs + 104@tprel(13)
	mfctr 0
	std 0, entry_regs + 112@tprel(13)
	mfcr 0
	std 0, entry_regs + 120@tprel(13)
	mfxer 0
	std 0, entry_regs + 128@tprel(13)
	mflr 7
	li 0, COPY_SIZE / 8
	mtctr 0
	addi 8, 1, -COPY_BELOW - 8
	lis 9, (entry_copy - 8)@ha
	addi 9, 9, (entry_copy - 8)@l
1:	ldu 0, 8(8)
	stdu 0, 8(9)
	bdnz 1b
	lis 9, entry_use@ha
	lwz 8, entry_use@l(9)
	cmpwi 8, 0
	beq 1f
	mr 9, 4
	mr 10, 5
	lis 4, entry_fp@ha
	addi 4, 4, entry_fp@l
	mr 5, 8
	bl save_fp
	mr 4, 9
	mr 5, 10
1:	mtlr 7
	lis 11, entry_handler@ha
	ld 12, entry_handler@l(11)
	mtctr 12
	bctr

	.section .rodata
	.balign 8
zero:
	.quad 0

	.section .tbss, "awT", @nobits
	.balign 16
	.globl entry_regs
raise_sp:
	.space 16
entry_regs:
	.space 192
