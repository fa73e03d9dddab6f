#!/usr/bin/env bash
# Every Swift file is laid out and documented as .swift-format says
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

lint() { swift format lint --strict --recursive --parallel "$@"; }

lint Package.swift Sources Tests Examples
lint --configuration Tests/.swift-format "$fixtures"
