import { join, resolve } from 'node:path'
import { runProgram } from './app-program'
import { buildIfStale, root } from './build'
import { electronBinary, electronSwitches } from './electron-binary'

/**
 * `npm start [FOLDER] [--browser]`: builds what is stale and opens the app; in a browser where no window
 * can be had.
 */
const given = process.argv.slice(2)
// npm runs this in the program's folder; INIT_CWD names the one it was called in
const calledIn = process.env['INIT_CWD'] ?? process.cwd()
const folder = given
  .filter((argument) => !argument.startsWith('-'))
  .slice(0, 1)
  .map((path) => resolve(calledIn, path))
const electron = given.includes('--browser') ? { reason: 'you asked for the browser' } : windowProgram()

if (await buildIfStale()) {
  console.log('Built.')
}
process.exit('path' in electron ? await openWindow(electron.path) : await openBrowser(electron.reason))

function windowProgram(): ReturnType<typeof electronBinary> {
  const isScreenless =
    process.platform === 'linux' &&
    process.env['DISPLAY'] === undefined &&
    process.env['WAYLAND_DISPLAY'] === undefined
  return isScreenless ? { reason: 'this machine has no screen' } : electronBinary(true)
}

async function openWindow(path: string): Promise<number> {
  const { code, whyNotStarted } = await runProgram(path, [...electronSwitches(), root, ...folder])
  return whyNotStarted === null ? code : openBrowser(`Electron is there, but ${whyNotStarted}`)
}

async function openBrowser(reason: string): Promise<number> {
  console.log(`The app is served to your browser, because ${reason}.`)
  const server = join(root, 'dist', 'node', 'deltascribe.js')
  return (await runProgram(process.execPath, [server, 'serve', ...folder])).code
}
