#!/usr/bin/env bash
# The tests pass without MetadataLayout and ProcessFence, as on Apple's systems
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

export INFUSION_METADATA=unread INFUSION_FENCE=unused
tests swift test
