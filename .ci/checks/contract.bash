#!/usr/bin/env bash
# A client written against the design compiles; INFUSION_CONTRACT names its file
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

contract="${INFUSION_CONTRACT:-../shared/contract/Client.swift}"
if [[ -n "${INFUSION_CONTRACT:-}" && ! -f "$contract" ]]; then fail "there is no file $contract"; fi
if [[ ! -f "$contract" ]]; then skip "no contract; Tests/Diagnostics/MustCompile has its own copy"; fi

build debug
client "$(products debug)/Modules" -typecheck "$contract"
printf '%s compiles\n' "$contract"
