#!/usr/bin/env bash
# What a bare Debian or Ubuntu needs for the tests and the packages of Linux. Run by root.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
packages=()
for name in xvfb xauth libnss3 libgtk-3-0 libgbm1 libasound2 libdrm2 libxss1 libxtst6 libatspi2.0-0 libnotify4 \
  fonts-liberation fonts-wqy-microhei dbus chromium chromium-headless-shell libvulkan1 unzip debootstrap procps \
  postgresql; do
  # names since the change to 64 bits of time; Ubuntu's chromium is a snap, and its machines have Chrome
  if apt-cache show "${name}t64" >/dev/null 2>&1; then
    packages+=("${name}t64")
  elif [ -n "$(apt-cache search --names-only "^$name\$")" ] && ! { [ "$name" = chromium ] && grep -q '^ID=ubuntu' /etc/os-release; }; then
    packages+=("$name")
  fi
done
apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null

# Tests of WebGPU run on a software driver: on Mesa's, from version 25 on, two to seventeen times as fast as on Chromium's.
# Debian 12 has it in its backports, which stay no source of this machine. Without it they run on Chromium's.
mesa=(apt-get install -y -qq --no-install-recommends mesa-vulkan-drivers)
if grep -q '^VERSION_CODENAME=bookworm' /etc/os-release; then
  sources=$(mktemp -d)
  trap 'rm -rf "$sources"; apt-get update -qq || true' EXIT
  cp -r /etc/apt/sources.list.d/. "$sources"
  echo 'deb http://deb.debian.org/debian bookworm-backports main' >"$sources/backports.list"
  mesa+=(-o "Dir::Etc::sourceparts=$sources" -t bookworm-backports)
  apt-get update -qq -o "Dir::Etc::sourceparts=$sources" || true
fi
"${mesa[@]}" >/dev/null || echo 'Mesa 25 could not be installed: tests of WebGPU take longer.' >&2
