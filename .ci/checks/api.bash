#!/usr/bin/env bash
# The public API keeps what the latest release promised
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

tag="$(git describe --tags --abbrev=0 2> /dev/null)" || skip "no release is tagged"

# Intended breakages, one line each as the tool prints them; cleared with every release.
allowed="$fixtures/api/allowed.txt"
options=()
if [[ -f "$allowed" ]]; then options=(--breakage-allowlist-path "$allowed"); fi
swift package diagnose-api-breaking-changes "$tag" ${options[@]+"${options[@]}"}
