import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildIfStale, root } from './build'
import { electronBinary, electronSwitches } from './electron-binary'

/**
 * `npm start [FOLDER] [--browser]`: builds what is stale and opens the app; in a browser where no window
 * can be had.
 */
const given = process.argv.slice(2)
const folder = given.filter((argument) => !argument.startsWith('-')).slice(0, 1)
const electron = given.includes('--browser') ? { reason: 'you asked for the browser' } : windowProgram()

if (await buildIfStale()) {
  console.log('Built.')
}
if ('path' in electron) {
  run(electron.path, [...electronSwitches(), root, ...folder])
} else {
  console.log(`The app is served to your browser, because ${electron.reason}.`)
  run(process.execPath, [join(root, 'dist', 'node', 'deltascribe.js'), 'serve', ...folder])
}

function windowProgram(): ReturnType<typeof electronBinary> {
  const isScreenless =
    process.platform === 'linux' &&
    process.env['DISPLAY'] === undefined &&
    process.env['WAYLAND_DISPLAY'] === undefined
  return isScreenless ? { reason: 'this machine has no screen' } : electronBinary(true)
}

function run(program: string, args: readonly string[]): void {
  const child = spawn(program, args, { stdio: 'inherit' })
  process.on('SIGINT', () => {}) // the child hears it too and ends in its own time
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code) => process.exit(code ?? 1))
}
