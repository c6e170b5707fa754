import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { buildIfStale, root } from '../build/build'
import { electronSwitches } from '../build/electron-binary'
import { electronProgram, onPath } from '../e2e/programs'
import { quantile } from './statistics'

/**
 * Time from starting the app until the window shows something, and until the first screen can be used, with a user's
 * folder that is new and one that is known. Peer: an Electron app of one empty page. Limits: 1 s and 2 s.
 */
const TIMES = 7
const LIMITS = { window: 1000, usable: 2000 }

/** Milliseconds since the program was started. */
interface Start {
  window: number
  usable: number
}

const program = electronProgram()
if ('reason' in program && process.env['DISPLAY'] === undefined && onPath('xvfb-run')) {
  const again = ['--auto-servernum', process.execPath, '--import', 'tsx', import.meta.filename]
  const child = spawn('xvfb-run', again, { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exit(code ?? 1)
}
if ('reason' in program) {
  console.log(`skipped: ${program.reason}`)
} else {
  await buildIfStale()
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-bench-'))
  try {
    await compare(program.path, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  }
}

async function compare(path: string, folder: string): Promise<void> {
  const peer = join(folder, 'peer')
  writePeer(peer)
  // files come from the disk at the first start of each, which is not what is compared
  await startOnce(path, peer, join(folder, 'peer-home'), false)
  await startOnce(path, root, join(folder, 'first'), true)
  const rows: Record<'empty app' | 'new user' | 'known user', Start[]> = {
    'empty app': [],
    'new user': [],
    'known user': [],
  }
  for (let time = 0; time < TIMES; time += 1) {
    rows['empty app'].push(await startOnce(path, peer, join(folder, 'peer-home'), false))
    rows['new user'].push(await startOnce(path, root, join(folder, `home-${time}`), true))
    rows['known user'].push(await startOnce(path, root, join(folder, 'first'), true))
  }
  const empty = middle(rows['empty app'].map(({ window }) => window))
  console.log(`median of ${TIMES}   window  / empty app  / limit   usable  / limit`)
  for (const [name, starts] of Object.entries(rows)) {
    const [window, usable] = (['window', 'usable'] as const).map((part) =>
      middle(starts.map((start) => start[part])),
    )
    const cells = [
      `${window} ms`,
      (window / empty).toFixed(2),
      (window / LIMITS.window).toFixed(2),
      `${usable} ms`,
      (usable / LIMITS.usable).toFixed(2),
    ]
    console.log(`${name.padEnd(13)} ${cells.map((cell) => cell.padEnd(9)).join(' ')}`)
  }
}

function middle(milliseconds: readonly number[]): number {
  return Math.round(quantile(milliseconds, 0.5))
}

/** An app without anything of ours. */
function writePeer(folder: string): void {
  const script = `
    const { app, BrowserWindow } = require('electron')
    app.setPath('userData', process.env.DELTASCRIBE_HOME)
    app.whenReady().then(() => {
      const window = new BrowserWindow({ width: 1440, height: 900, show: false })
      window.once('ready-to-show', () => window.show())
      window.loadURL('data:text/html,<h1>Empty</h1>')
    })`
  mkdirSync(folder)
  writeFileSync(join(folder, 'main.js'), script)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', main: 'main.js' }))
}

async function startOnce(path: string, app: string, home: string, hasMark: boolean): Promise<Start> {
  const began = Date.now()
  const child = spawn(path, [...electronSwitches(), '--remote-debugging-port=0', app], {
    env: { ...process.env, DELTASCRIBE_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  const address = await debuggerOf(child.stderr)
  const browser = await chromium.connectOverCDP(address)
  try {
    const [context] = browser.contexts()
    const page = context.pages().at(0) ?? (await context.waitForEvent('page'))
    const start = await startOf(page, hasMark)
    return { window: start.window - began, usable: start.usable - began }
  } finally {
    child.kill('SIGTERM')
    await ended
    await browser.close()
  }
}

async function debuggerOf(stderr: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stderr })) {
    const address = /DevTools listening on (\S+)/.exec(line)?.[1]
    if (address !== undefined) {
      return address
    }
  }
  throw new Error('the program ended before it could be looked at')
}

/** Times of the clock of the machine, in milliseconds. */
async function startOf(page: Page, hasMark: boolean): Promise<Start> {
  const handle = await page.waitForFunction(
    (wanted) => {
      const painted = performance.getEntriesByName('first-contentful-paint').at(0)
      const usable = performance.getEntriesByName('usable').at(0)
      if (painted === undefined || (wanted && usable === undefined)) {
        return null
      }
      const { timeOrigin } = performance
      return {
        window: timeOrigin + painted.startTime,
        usable: timeOrigin + (usable ?? painted).startTime,
      }
    },
    hasMark,
    { polling: 20 },
  )
  const start = await handle.jsonValue()
  if (start === null) {
    throw new Error('the page told no times')
  }
  return start
}
