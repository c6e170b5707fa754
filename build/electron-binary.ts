import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

type ElectronBinary = { path: string; dist: string } | { reason: string }

const NAMES: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}
/** 110 MB over half a megabit a second. */
const DOWNLOAD_MILLISECONDS = 30 * 60_000

/**
 * The Electron program: of `ELECTRON_OVERRIDE_DIST_PATH`, or what the `electron` package has fetched, or
 * fetched now if `mayDownload`. Otherwise the reason why there is none.
 */
export function electronBinary(mayDownload: boolean): ElectronBinary {
  const name = NAMES[process.platform] ?? 'electron'
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (override !== undefined && override !== '') {
    const path = join(override, name)
    return existsSync(path)
      ? { path, dist: override }
      : { reason: `ELECTRON_OVERRIDE_DIST_PATH names ${override}, which holds no Electron` }
  }
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const fetched = fetchedBinary(folder)
  if (fetched !== null) {
    return fetched
  }
  if (!mayDownload) {
    return { reason: 'the Electron program has not been fetched' }
  }
  console.log('Fetching the Electron program (about 110 MB, once) ...')
  const ended = spawnSync(process.execPath, [join(folder, 'install.js')], {
    stdio: ['ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
    timeout: DOWNLOAD_MILLISECONDS,
  })
  const now = ended.status === 0 ? fetchedBinary(folder) : null
  return now ?? { reason: `the Electron program could not be fetched from GitHub (${installReason(ended)})` }
}

function fetchedBinary(folder: string): ElectronBinary | null {
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) {
    return null
  }
  const dist = join(folder, 'dist')
  const path = join(dist, readFileSync(pathFile, 'utf8').trim())
  return existsSync(path) ? { path, dist } : null
}

/** Chromium's own sandbox cannot be set up by root on Linux; everything else about it stays on. */
export function electronSwitches(): string[] {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
}

/** How a run of the `electron` package's installer ended. */
interface InstallerEnd {
  error?: NodeJS.ErrnoException
  signal: NodeJS.Signals | null
  stderr: string
}

/** Why it fetched nothing, from what it wrote: the line that names the error, else its last one. */
export function installReason({ error, signal, stderr }: InstallerEnd): string {
  if (error?.code === 'ETIMEDOUT') {
    return 'the download took too long'
  }
  const lines = stderr.split('\n').map((line) => line.trim())
  const named = lines.findLast((line) => /^\w*Error\b/.test(line))
  const last = lines.findLast((line) => line !== '')
  return (
    named ?? last ?? error?.message ?? (signal === null ? 'it gave no reason' : `it was ended by ${signal}`)
  )
}
