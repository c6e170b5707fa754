import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { electronBinary } from '../build/electron-binary'

/** The program that runs the stories on this machine, or the reason why there is none. */
export type Program = { path: string } | { reason: string }

export function electronProgram(): Program {
  const isScreenless =
    process.platform === 'linux' &&
    process.env['DISPLAY'] === undefined &&
    process.env['WAYLAND_DISPLAY'] === undefined
  if (isScreenless) {
    return { reason: 'there is no screen, and no xvfb-run to make one' }
  }
  return electronBinary(false)
}

/** The shell without a window starts and draws in less time than the whole browser. */
const CHROMIUM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const MAC_CHROMIUM = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** From `CHROMIUM_PATH`, or found on the PATH. */
export function chromiumProgram(): Program {
  const given = process.env['CHROMIUM_PATH']
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = [
    ...(given === undefined ? [] : [given]),
    ...CHROMIUM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    MAC_CHROMIUM,
  ]
  const path = candidates.find((candidate) => existsSync(candidate))
  return path === undefined ? { reason: 'no Chromium is installed; set CHROMIUM_PATH' } : { path }
}

export function onPath(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
}
