# SPDX-License-Identifier: GPL-2.0-only
# Reference shifts, intervals and corrections from R (4.2): Rscript stats.R >stats-R.data
# A line is: KIND EXPECTED NX X.. NY Y.. ; the values have no ties, so R's intervals are exact.
set.seed(5)
options(digits = 17)

line <- function(kind, expected, x, y = c()) {
	cat(kind, format(expected, digits = 17), length(x), format(x, digits = 17, trim = TRUE),
	    length(y), if (length(y)) format(y, digits = 17, trim = TRUE), "\n")
}

cat("# SPDX-License-Identifier: GPL-2.0-only\n")
for (n in list(c(4, 4), c(5, 4), c(6, 9), c(10, 10), c(20, 20), c(12, 3))) {
	x <- round(rnorm(n[1], 100, 2), 6)
	y <- round(rnorm(n[2], 101, 2), 6)
	w <- wilcox.test(y, x, exact = TRUE, conf.int = TRUE)
	line("mann_whitney", w$p.value, x, y)
	line("shift", w$estimate, x, y)
	line("shift_lo", w$conf.int[1], x, y)
	line("shift_hi", w$conf.int[2], x, y)
}
for (n in c(5, 8, 13, 30)) {
	d <- round(rnorm(n, 0.5, 1), 6)
	w <- wilcox.test(d, exact = TRUE, conf.int = TRUE)
	line("sign_flip", w$p.value, d)
	line("centre", w$estimate, d)
	line("median", median(d), d)
}
for (n in c(1, 2, 5, 15)) {
	p <- round(rbeta(n, 0.3, 2), 8)
	a <- p.adjust(p, "holm")
	for (i in seq_len(n))
		line(paste0("holm_", i - 1), a[i], p)
}
