import { app } from 'electron'
import { join } from 'node:path'
import { COMMAND_WORDS } from '../src/cli/commands'
import { EXIT_CODES } from '../src/cli/output'
import { setCommandHost } from '../src/process/process-host'
import { mainProcessHost } from './main-process-host'

/**
 * The words of the command line, where the program was started for it: `deltascribe COMMAND ...`, or
 * `deltascribe [SWITCHES] -- COMMAND ...`, which keeps the options of commands from Chromium. Null for a window.
 */
export function commandWords(argv: readonly string[]): readonly string[] | null {
  const given = argv.slice(app.isPackaged ? 1 : 2)
  const end = given.indexOf('--')
  const isAfterSwitches = end >= 0 && given.slice(0, end).every((word) => word.startsWith('-'))
  const words = isAfterSwitches ? given.slice(end + 1) : given
  return COMMAND_WORDS.includes(words[0]) ? words : null
}

/** Runs a command as Node does, without a window, and ends the program with its exit code. */
export function runCommandLine(words: readonly string[], userFolder: string): void {
  process.argv.splice(1, process.argv.length, 'deltascribe', ...words)
  app.setPath('userData', join(userFolder, 'command-line'))
  // nothing is drawn
  app.disableHardwareAcceleration()
  app.dock?.hide()
  process.exit = exit
  // a failure of ours: Electron would show it in a dialog
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  // Ctrl+C before the signals are ours
  app.on('before-quit', () => app.exit(EXIT_CODES.stopped))
  void app.whenReady().then(run)
}

async function run(): Promise<void> {
  restoreSignals()
  setCommandHost(mainProcessHost())
  await import('../src/cli/main')
  exit()
}

const EXITING = new Error('the program is at its end')

/** Node's own never returns. Electron's ends the program a little later, so the caller is broken off here. */
function exit(code: number | string | null = process.exitCode ?? 0): never {
  app.exit(Number(code ?? 0))
  throw EXITING
}

const nothing = (): void => {}

/** Electron quits with 0 at these, before any command hears of them. Without a listener Node leaves them to the system. */
function restoreSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, nothing)
    process.off(signal, nothing)
  }
}

function fail(error: unknown): void {
  if (error !== EXITING) {
    console.error(error)
    app.exit(EXIT_CODES.failed)
  }
}
