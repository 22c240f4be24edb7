# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Completion for bash. Commands and options are asked of kuaptrace itself: --help is made of the
# tables that it parses with.

_kuaptrace_words() {
	mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

# What follows --format is listed in its help, and in the complaint about a wrong one.
_kuaptrace_formats() {
	"$1" "$2" --format '?' /dev/null 2>&1 | sed -n "s/.*'?' is none of //p" | tr -d ','
}

_kuaptrace() {
	local me=${COMP_WORDS[0]} cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
	local cmd='' i
	COMPREPLY=()

	for ((i = 1; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		--) # what follows is another program's
			declare -F _command_offset >/dev/null && _command_offset $((i + 1))
			return
			;;
		-*) ;;
		*) [[ $cmd ]] || cmd=${COMP_WORDS[i]} ;;
		esac
	done
	if [[ ! $cmd && $cur != -* ]]; then
		_kuaptrace_words "$("$me" --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')" "$cur"
		return
	fi
	case $prev in
	--color) _kuaptrace_words 'auto always never' "$cur"; return ;;
	--format) _kuaptrace_words "$(_kuaptrace_formats "$me" "$cmd")" "$cur"; return ;;
	--dir) _kuaptrace_words 'read write both' "$cur"; return ;;
	--textfile | --keep | -G | --cgroup) mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
	-p | --pid | -t | --tid) _kuaptrace_words "$(cd /proc && printf '%s ' [0-9]*)" "$cur"; return ;;
	-u | --user) mapfile -t COMPREPLY < <(compgen -u -- "$cur"); return ;;
	-s | --signal) _kuaptrace_words "$(kill -l | sed -E 's/[0-9]+\) SIG//g')" "$cur"; return ;;
	-o | --output) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
	esac
	if [[ $cur == -* ]]; then
		# shellcheck disable=SC2086 # no command, no word
		_kuaptrace_words "$("$me" $cmd --help | grep -oE '^  (-[A-Za-z], |    )--[a-z-]+' | tr -d ' ' |
			tr ',' '\n')" "$cur"
		return
	fi
	case $cmd in
	bench) _kuaptrace_words 'signal1 siginfo getppid yield' "$cur" ;;
	report | compare | check)
		mapfile -t COMPREPLY < <(compgen -f -X '!*.json' -- "$cur"; compgen -d -S / -- "$cur")
		;;
	esac
}

complete -o filenames -F _kuaptrace kuaptrace
