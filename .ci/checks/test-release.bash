#!/usr/bin/env bash
# The tests pass when everything is optimized
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

tests swift test --configuration release
