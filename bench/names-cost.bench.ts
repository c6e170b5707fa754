import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../build/build'
import { startEngine } from '../src/engine/testing'
import { decodePair } from '../src/frames/decode-pair'
import { makePair, makePairFolder } from '../src/images/testing'
import type { Raster } from '../src/images/raster'
import { nameProposal } from '../src/inference/naming'
import { createDifferenceProposer } from '../src/models/difference/proposer'
import { createDetector } from '../src/models/nanodet/detector'
import { DEFAULT_LEAST_SCORE } from '../src/names/rule'
import { MANIFEST_FILE } from '../src/packages/files'
import { dataFolder } from './data'
import { pcbPairs, surveillancePairs } from './evaluation-sets'

/**
 * `npm run bench -- names-cost`: what names cost beside measured difference on one thread, pair by pair in turn, and
 * what they cost a queue, in which another process makes them.
 */
const BAR = 0.35
const MOST_PAIRS = 30
const QUEUE = { pairs: 40, width: 640, height: 480 } as const

const detectorFolder = join(root, 'dist', 'models', 'nanodet')
if (!existsSync(join(detectorFolder, MANIFEST_FILE))) {
  console.log(`  left out: ${detectorFolder} is not there (npm run build makes it)`)
  process.exit(0)
}
const SESSION = { provider: 'cpu', threads: 1 } as const
const proposer = await createDifferenceProposer(SESSION)
const detector = await createDetector(detectorFolder, SESSION)

interface Frames {
  before: Raster
  after: Raster
}

/** Milliseconds of both. */
async function cost(pair: Frames): Promise<{ difference: number; names: number }> {
  const started = performance.now()
  const { regions, changes, alignment, captions } = await proposer.propose(pair.before, pair.after)
  const proposed = performance.now()
  await nameProposal(
    detector,
    pair,
    {
      before: '',
      after: '',
      provider: 'cpu',
      naming: { detector: detectorFolder, leastScore: DEFAULT_LEAST_SCORE, words: {} },
      alignment,
      regions,
      changes,
      captions,
      links: [],
      taught: null,
    },
    new Map(),
  )
  return { difference: proposed - started, names: performance.now() - proposed }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Whether the bar is met; without one it always is. */
async function measure(title: string, pairs: AsyncIterable<Frames>, bar: number | null): Promise<boolean> {
  const costs: Awaited<ReturnType<typeof cost>>[] = []
  for await (const pair of pairs) {
    costs.push(await cost(pair))
  }
  // the first pairs wait for code to be compiled
  const [difference, names] = [
    median(costs.slice(3).map((one) => one.difference)),
    median(costs.slice(3).map((one) => one.names)),
  ]
  const ratio = names / difference
  const isMet = bar === null || ratio <= bar
  const verdict = bar === null ? '' : `, bar ${100 * bar} %: ${isMet ? 'met' : 'MISSED'}`
  console.log(
    `  ${title.padEnd(28)} difference ${difference.toFixed(0)} ms, names ${names.toFixed(0)} ms: ${(100 * ratio).toFixed(0)} %${verdict}`,
  )
  return isMet
}

async function* decoded(files: readonly { before: string; after: string }[]): AsyncGenerator<Frames> {
  for (const { before, after } of files) {
    yield decodePair(before, after)
  }
}

async function* made(): AsyncGenerator<Frames> {
  for (let index = 0; index < MOST_PAIRS; index += 1) {
    yield await Promise.resolve(makePair(index, 640, 640))
  }
}

/** Pairs a second of a queue. */
async function queueRate(folder: string, home: string, isOn: boolean): Promise<number> {
  const { engine, client } = startEngine(join(home, String(isOn)), { detectorFolder })
  try {
    const names = { isOn, leastScore: DEFAULT_LEAST_SCORE, areExamplesShared: false }
    await client.call('settings.set', { proposeAhead: false, provider: 'cpu', proposer: 'difference', names })
    await client.call('project.open', { folder, reading: null })
    const ended = new Promise<void>((resolve) => {
      client.on('queue.changed', ({ isRunning }) => {
        if (!isRunning) {
          resolve()
        }
      })
    })
    const started = performance.now()
    await client.call('proposals.start', { nearPairId: null })
    await ended
    return QUEUE.pairs / ((performance.now() - started) / 1000)
  } finally {
    engine.dispose()
  }
}

async function measureQueue(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'deltascribe-names-'))
  try {
    const rates: number[] = []
    for (const isOn of [false, true]) {
      const folder = join(home, `pairs-${isOn}`)
      await makePairFolder(folder, { count: QUEUE.pairs, ...QUEUE, layout: 'before-after' })
      rates.push(await queueRate(folder, home, isOn))
    }
    const [without, withNames] = rates
    console.log(
      `  queue of ${QUEUE.pairs} made pairs      ${without.toFixed(1)} pairs/s without names, ${withNames.toFixed(1)} with: ${(withNames / without).toFixed(2)}`,
    )
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

const [boards, cameras] = [dataFolder('pcb-defects'), dataFolder('surveillance')]
let isAllMet = await measure('made pairs of 640 x 640', made(), BAR)
if (boards !== null) {
  isAllMet =
    (await measure('circuit boards, 640 x 640', decoded(await pcbPairs(boards, MOST_PAIRS)), BAR)) && isAllMet
}
if (cameras !== null) {
  const pairs = (await surveillancePairs(cameras)).filter((_, index) => index % 4 === 0)
  await measure('surveillance, about 0.1 MP', decoded(pairs), null)
}
await Promise.all([detector.release(), proposer.release()])
await measureQueue()
process.exit(isAllMet ? 0 : 1)
