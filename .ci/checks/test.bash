#!/usr/bin/env bash
# The README's test command passes
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

command="$(readme_command 'swift test')"
tests $command
