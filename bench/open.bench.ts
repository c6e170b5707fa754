import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { buildIfStale, root } from '../build/build'
import { electronSwitches } from '../build/electron-binary'
import { chromiumProgram } from '../e2e/programs'
import { createClient } from '../src/contract/client'
import { engineContract } from '../src/contract/engine'
import { portPair } from '../src/contract/port'
import { createEngine } from '../src/engine/engine'
import { serveOverHttp } from '../src/engine/server/serve'
import { makePairFolder } from '../src/images/testing'
import { nodeProcessHost } from '../src/process/process-host'

/**
 * Time from opening 10,000 pairs until the list can be used: in the engine until the first screen of rows is
 * there, and in a browser until rows are on screen. Peer: one plain listing of the same folders. Limit: 2 s.
 */
const COUNTS = [1000, 10_000, 100_000]
const LIMIT_SECONDS = 2

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-bench-'))
try {
  console.log('pairs     engine, first time  engine, again  plain listing  again / listing')
  for (const count of COUNTS) {
    const pairs = join(folder, `pairs-${count}`)
    await fill(pairs, count)
    const first = await openInEngine(pairs)
    const again = await openInEngine(pairs)
    const listing = seconds(() => {
      readdirSync(join(pairs, 'A'), { withFileTypes: true })
      readdirSync(join(pairs, 'B'), { withFileTypes: true })
    })
    const cells = [`${first.toFixed(2)} s`, `${again.toFixed(2)} s`, `${(listing * 1000).toFixed(0)} ms`]
    console.log(
      `${String(count).padEnd(9)} ${cells[0].padEnd(19)} ${cells[1].padEnd(14)} ${cells[2].padEnd(14)} ${(again / listing).toFixed(0)}`,
    )
  }
  const shown = await openOnScreen(join(folder, 'pairs-10000'))
  console.log(
    shown === null
      ? 'on screen: skipped, no Chromium is installed'
      : `10,000 pairs in a browser until rows are on screen: ${shown.toFixed(2)} s, ${(shown / LIMIT_SECONDS).toFixed(2)} of the limit of ${LIMIT_SECONDS} s`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** One small pair, and links to it: opening reads names, not pixels. */
async function fill(pairs: string, count: number): Promise<void> {
  const [key] = await makePairFolder(pairs, { count: 1, width: 32, height: 24, layout: 'a-b' })
  rmSync(join(pairs, 'label'), { recursive: true, force: true })
  for (const side of ['A', 'B']) {
    mkdirSync(join(pairs, side), { recursive: true })
    const source = join(pairs, side, 'source.tmp')
    copyFileSync(join(pairs, side, `${key}.png`), source)
    for (let index = 1; index < count; index += 1) {
      // a file system allows only so many links to one file
      if (index % 30_000 === 0) {
        copyFileSync(source, `${source}2`)
        rmSync(source)
        copyFileSync(`${source}2`, source)
        rmSync(`${source}2`)
      }
      linkSync(source, join(pairs, side, `pair_${String(index).padStart(6, '0')}.png`))
    }
    rmSync(source)
  }
}

async function openInEngine(pairs: string): Promise<number> {
  const engine = createEngine({
    host: nodeProcessHost,
    userFolder: join(folder, 'home'),
    sampleFolder: folder,
    modelsFolder: folder,
    version: 'bench',
    isHeadless: true,
  })
  const client = createClient(engineContract)
  const [near, far] = portPair(structuredClone)
  engine.connect(far)
  client.connect(near)
  const start = performance.now()
  await client.call('project.open', { folder: pairs, reading: null })
  const filter = { states: null, search: '', hasProblem: null }
  const { ids } = await client.call('pairs.find', { filter, order: 'key' })
  await client.call('pairs.rows', { ids: ids.slice(0, 50) })
  const elapsed = (performance.now() - start) / 1000
  engine.dispose()
  return elapsed
}

async function openOnScreen(pairs: string): Promise<number | null> {
  const program = chromiumProgram()
  if ('reason' in program) {
    return null
  }
  await buildIfStale()
  const served = await serveOverHttp({
    folder: pairs,
    allowed: [],
    userFolder: join(folder, 'home'),
    sampleFolder: folder,
    modelsFolder: folder,
    detectorFolder: folder,
    pageFolder: join(root, 'dist', 'renderer'),
    version: 'bench',
    port: 0,
    onGivenUp: (message) => {
      throw new Error(message)
    },
  })
  const browser = await chromium.launch({ executablePath: program.path, args: electronSwitches() })
  const page = await browser.newPage()
  const start = performance.now()
  await page.goto(served.url)
  await page.getByRole('option').first().waitFor()
  const elapsed = (performance.now() - start) / 1000
  await browser.close()
  served.close()
  return elapsed
}

function seconds(work: () => void): number {
  const start = performance.now()
  work()
  return (performance.now() - start) / 1000
}
