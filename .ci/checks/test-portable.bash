#!/usr/bin/env bash
# The tests pass without MetadataLayout, as on Apple's systems
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

export INFUSION_METADATA=unread
tests swift test
