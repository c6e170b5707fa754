import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isBucketAddress } from '../src/contract/buckets'
import { runProgram } from './app-program'
import { buildIfStale, root } from './build'
import { electronBinary, electronSwitches } from './electron-binary'

/**
 * `npm start [FOLDER | s3://BUCKET/FOLDER] [--browser] [--allow DIR] [--allow-any-folder] [--allow-endpoint URL]`:
 * builds what is stale and opens the app; in a browser where no window can be had. What is allowed is for the browser
 * alone: the window asks.
 */
const { positionals, values } = parsed()
// npm runs this in the program's folder; INIT_CWD names the one it was called in
const calledIn = process.env['INIT_CWD'] ?? process.cwd()
const folder = positionals.slice(0, 1).map((path) => (isBucketAddress(path) ? path : resolve(calledIn, path)))
const electron = values.browser === true ? { reason: 'you asked for the browser' } : windowProgram()

if (await buildIfStale()) {
  console.log('Built.')
}
process.exit('path' in electron ? await openWindow(electron.path) : await openBrowser(electron.reason))

/** Ends the program where an option is not known. */
function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        browser: { type: 'boolean' },
        allow: { type: 'string', multiple: true },
        'allow-any-folder': { type: 'boolean' },
        'allow-endpoint': { type: 'string', multiple: true },
      },
    })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}

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
  const { allow = [], 'allow-endpoint': endpoints = [] } = values
  const allowed = [
    ...allow.flatMap((path) => ['--allow', resolve(calledIn, path)]),
    ...(values['allow-any-folder'] === true ? ['--allow-any-folder'] : []),
    ...endpoints.flatMap((url) => ['--allow-endpoint', url]),
  ]
  return (await runProgram(process.execPath, [server, 'serve', ...folder, ...allowed])).code
}
