import { COMMAND_WORDS } from '../../src/cli/commands'

/**
 * The shell script `bin/deltascribe` of the installed program. A command needs no screen: Chromium is given none, and
 * its own messages stay off the terminal. As root Chromium cannot set up its sandbox.
 */
export function launcher(): string {
  return `#!/bin/sh
# Deltascribe: a folder, or nothing, opens the window; a command runs in the terminal.
program=$(dirname "$(dirname "$(readlink -f "$0")")")/deltascribe
sandbox=
if [ "$(id -u)" = 0 ]; then
  sandbox=--no-sandbox
fi
case "\${1-}" in
  ${COMMAND_WORDS.join(' | ')})
    exec "$program" $sandbox --ozone-platform=headless --log-level=3 -- "$@"
    ;;
esac
if [ -z "\${DISPLAY-}" ] && [ -z "\${WAYLAND_DISPLAY-}" ]; then
  echo 'deltascribe: There is no screen for the window. "deltascribe serve FOLDER" serves the app to a browser, "deltascribe --help" lists the commands.' >&2
  exit 1
fi
exec "$program" $sandbox "$@"
`
}
