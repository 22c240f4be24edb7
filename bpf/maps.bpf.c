// SPDX-License-Identifier: GPL-2.0-only
/* Owns the maps and variables that the families share. */
#define KT_MAPS_DEFINE
#include "kt_maps.bpf.h"

char LICENSE[] SEC("license") = "GPL";
