#!/usr/bin/env bash
# What a bare Debian or Ubuntu needs for the tests and the packages of Linux. Run by root.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
packages=()
for name in xvfb xauth libnss3 libgtk-3-0 libgbm1 libasound2 libdrm2 libxss1 libxtst6 libatspi2.0-0 libnotify4 \
  fonts-liberation fonts-wqy-microhei dbus chromium chromium-headless-shell libvulkan1 unzip debootstrap \
  postgresql; do
  # names since the change to 64 bits of time; Ubuntu's chromium is a snap, and its machines have Chrome
  if apt-cache show "${name}t64" >/dev/null 2>&1; then
    packages+=("${name}t64")
  elif [ -n "$(apt-cache search --names-only "^$name\$")" ] && ! { [ "$name" = chromium ] && grep -q '^ID=ubuntu' /etc/os-release; }; then
    packages+=("$name")
  fi
done
apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
