# SPDX-License-Identifier: GPL-2.0-only
# What goes to users: make install, make man, make deb (amd64 and ppc64el), make dist.
#
#   DESTDIR= prefix=       as everywhere; prefix is /usr/local
#   INSTALL_BIN=FILE       which build is installed (default: the native one)

DESTDIR		?=
prefix		?= /usr/local
bindir		?= $(prefix)/bin
mandir		?= $(prefix)/share/man
docdir		?= $(prefix)/share/doc/kuaptrace
compdir		?= $(prefix)/share/bash-completion/completions
INSTALL_BIN	?= $(O)/kuaptrace

man-src		:= $(wildcard docs/man/*.1)
man-pages	:= $(man-src:docs/man/%=$(O)/man/%) $(O)/man/kuaptrace-run.5 $(O)/man/kuaptrace-tracepoints.7
doc-files	:= README.md docs/fleet.md docs/fleet.rules.yml docs/run-file.md docs/run.schema.json docs/tracepoints.md

.PHONY: man
man: $(man-pages)

$(O)/man/%.1: docs/man/%.1
	@mkdir -p $(@D)
	$(Q)cp $< $@

# These two are read as Markdown as well: one source.
$(O)/man/kuaptrace-run.5: docs/run-file.md docs/man/from-markdown
	@mkdir -p $(@D)
	$(call msg,MAN,$@)
	$(Q)docs/man/from-markdown kuaptrace-run 5 'the run file of kuaptrace' $< >$@

$(O)/man/kuaptrace-tracepoints.7: docs/tracepoints.md docs/man/from-markdown
	@mkdir -p $(@D)
	$(call msg,MAN,$@)
	$(Q)docs/man/from-markdown kuaptrace-tracepoints 7 'the kernel tracepoints that kuaptrace reads' $< >$@

.PHONY: install
install: $(INSTALL_BIN) $(man-pages)
	$(Q)install -D -m 755 $(INSTALL_BIN) $(DESTDIR)$(bindir)/kuaptrace
	$(Q)for page in $(man-pages); do \
		install -D -m 644 $$page $(DESTDIR)$(mandir)/man$${page##*.}/$${page##*/} || exit; done
	$(Q)install -D -m 644 tools/completion/kuaptrace.bash $(DESTDIR)$(compdir)/kuaptrace
	$(Q)install -d $(DESTDIR)$(docdir)/examples
	$(Q)install -m 644 $(doc-files) $(DESTDIR)$(docdir)
	$(Q)install -m 644 docs/examples/*.json $(DESTDIR)$(docdir)/examples

# --- Debian packages: linked against the release's own libraries, with all that hardens ----------

harden		:= -Wl,-z,relro,-z,now
debs		:= $(O)/deb/kuaptrace_$(VERSION)_amd64.deb $(O)/deb/kuaptrace_$(VERSION)_ppc64el.deb

$(O)/deb/amd64/kuaptrace: $(host-obj)
	@mkdir -p $(@D)
	$(call msg,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(harden) -o $@ $^ -lbpf -lelf -lz -ljansson -lncursesw -ltinfo -lm

# By their sonames: links for developers are absolute, which no sysroot resolves.
$(O)/deb/ppc64el/kuaptrace: $(ppc-obj)
	@mkdir -p $(@D)
	$(call msg,LD,$@)
	$(Q)$(CROSS_COMPILE)gcc --sysroot=$(O)/sysroot $(ppc-cflags) $(harden) -o $@ $^ \
		-lbpf -lelf -l:libz.so.1 -ljansson -l:libncursesw.so.6 -l:libtinfo.so.6 -lm

$(O)/deb/kuaptrace_$(VERSION)_%.deb: $(O)/deb/%/kuaptrace $(O)/deb/amd64/kuaptrace $(man-pages) \
		tools/packaging/deb $(wildcard tools/packaging/debian/*) tools/completion/kuaptrace.bash $(doc-files)
	$(call msg,DEB,$@)
	$(Q)tools/packaging/deb $* $(VERSION) $(O)/deb

.PHONY: deb
deb: $(debs)

# What git has, as it is committed, in one file; the same bytes for the same commit.
.PHONY: dist
dist:
	@mkdir -p $(O)/dist
	$(Q)git archive --format=tar --prefix=kuaptrace-$(VERSION)/ HEAD | \
		xz -T1 >$(O)/dist/kuaptrace-$(VERSION).tar.xz
	@echo $(O)/dist/kuaptrace-$(VERSION).tar.xz
