import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from '@photostructure/sqlite'
import { createClient } from '../src/contract/client'
import { engineContract } from '../src/contract/engine'
import { portPair } from '../src/contract/port'
import { pairOrderSchema } from '../src/contract/project'
import { trainingOptionsSchema } from '../src/contract/training'
import { previewExport } from '../src/dataset/export/export'
import { commonFormatNames } from '../src/dataset/formats/list'
import { emptyDocument } from '../src/domain/document'
import type { PairDocument } from '../src/domain/document'
import { reviewStates } from '../src/domain/pair'
import { countedItems } from '../src/engine/counted-items'
import { createEngine } from '../src/engine/engine'
import { readAhead } from '../src/engine/kept-counts'
import { splitRulesOf } from '../src/engine/project-splits'
import { openProject } from '../src/engine/project/open-project'
import { encodeRle } from '../src/mask/rle'
import { nodeProcessHost } from '../src/process/process-host'
import { writeLinkedPairs } from './linked-pairs'

/**
 * Every screen that counts pairs, with 100,000 of them, against one second, and the longest time that the engine answers
 * nobody meanwhile. `DELTASCRIBE_BENCH_PAIRS` sets the count.
 */
const COUNT = Number(process.env['DELTASCRIBE_BENCH_PAIRS'] ?? 100_000)
const LIMIT_SECONDS = 1
const SIDE = 256
const PAIRS_A_TRANSACTION = 5000

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-bench-'))
const [pairs, home] = [join(folder, 'pairs'), join(folder, 'home')]
const states = [...reviewStates]

function keyOf(index: number): string {
  return String(index).padStart(6, '0')
}

/** Two regions and two captions in most, none in every fifth; each in one of the states. */
function madeDocument(index: number): PairDocument {
  const isEmpty = index % 5 === 0
  const source = { kind: 'person' } as const
  const data = new Uint8Array(SIDE * SIDE)
  for (let line = 20; line < 60; line += 1) {
    data.fill(1, line * SIDE + (index % 100), line * SIDE + (index % 100) + 40)
  }
  const mask = encodeRle({ width: SIDE, height: SIDE, data })
  const region = { status: 'accepted', mask, beforeMask: null, source, score: 0.5 } as const
  const texts = isEmpty ? ['No change.'] : [`A building is new at place ${index}.`, 'The road is wider now.']
  return {
    ...emptyDocument(),
    review: { state: reviewStates[index % reviewStates.length], notes: '', reviewer: null },
    regions: isEmpty
      ? []
      : ['building', 'road'].map((category, place) => ({ ...region, id: `r${place}`, category })),
    captions: texts.map((text, rank) => ({ id: `c${rank}`, text, rank, source, logProbability: null })),
  }
}

/** The work on all pairs, as an import puts it there. */
async function work(): Promise<string> {
  const { store, storeFolder } = await openProject(pairs, null, home)
  const path = join(storeFolder, 'project.db')
  const keys = store.pairs.keys()
  const plain = new DatabaseSync(path)
  plain.exec('DELETE FROM pairs')
  plain.close()
  for (let begin = 0; begin < keys.length; begin += PAIRS_A_TRANSACTION) {
    store.addImported(
      keys.slice(begin, begin + PAIRS_A_TRANSACTION).map((key, place) => ({
        found: {
          key,
          split: null,
          before: `A/${key}.png`,
          after: `B/${key}.png`,
          label: null,
          caption: null,
        },
        width: SIDE,
        height: SIDE,
        proposedBy: place % 2 === 0 ? { proposer: 'difference', version: '1' } : null,
        documentOf: () => madeDocument(begin + place),
      })),
    )
  }
  store.close()
  return path
}

/** What is read ahead after the opening, in one part of four of the time, and the first preview after it. */
async function measureAhead(): Promise<void> {
  const project = await openProject(pairs, null, home)
  const begun = [performance.now(), process.cpuUsage().user] as const
  // what is read ahead keeps no program from its end
  const alive = setInterval(() => undefined, 1000)
  await readAhead({ project, closing: new AbortController().signal }, {})
  clearInterval(alive)
  const [seconds, own] = [(performance.now() - begun[0]) / 1000, (process.cpuUsage().user - begun[1]) / 1e6]
  console.log(
    `read ahead after opening, no limit: ${seconds.toFixed(2)} s, ${own.toFixed(2)} s of processor time`,
  )
  for (const format of ['levir-mci', 'clevr-change', 'coco']) {
    // as after an edit: what is stored is looked through again
    project.store.meta.set('bench', format)
    await measured(`export preview after reading ahead, ${format}`, async () =>
      previewExport(
        (await countedItems(project, { states })).items,
        { format, states },
        splitRulesOf(project),
      ),
    )
  }
  project.close()
}

/** A person's decision on each pair, as the store keeps it. */
async function decide(path: string): Promise<void> {
  const store = new DatabaseSync(path)
  store.exec(`BEGIN;
    INSERT INTO events SELECT id, version + 1, 'decided-' || id, 'edit', 'Decided', 'Ada', id * 1000.0, '[]' FROM pairs;
    INSERT INTO decisions SELECT 'decided-' || id, id, base_proposal_id, state, id * 1000.0, 4000, 1, 0 FROM pairs;
    COMMIT`)
  store.close()
}

async function measured(name: string, ask: () => Promise<unknown>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const [start, before] = [performance.now(), process.cpuUsage()]
  const answer = await ask()
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(before)
  delay.disable()
  const blocked = (delay.max / 1e6).toFixed(0)
  const verdict = seconds <= LIMIT_SECONDS ? '' : '  OVER'
  console.log(
    `${name.padEnd(44)} ${seconds.toFixed(2)} s, ${(seconds / LIMIT_SECONDS).toFixed(2)} of the limit of ` +
      `${LIMIT_SECONDS} s; ${((user + system) / 1e6).toFixed(2)} s of processor time; ${blocked} ms without an answer; ${said(answer)}${verdict}`,
  )
}

function said(answer: unknown): string {
  const { pairCount, regionCount, ids } = answer as {
    pairCount?: number
    regionCount?: number
    ids?: number[]
  }
  const words = [
    pairCount === undefined ? '' : `${pairCount} pairs`,
    regionCount === undefined ? '' : `${regionCount} regions`,
    ids === undefined ? '' : `${ids.length} in the list`,
  ]
  return words.filter((one) => one !== '').join(', ')
}

async function main(): Promise<void> {
  await writeLinkedPairs(pairs, { count: COUNT, side: SIDE, nameOf: (index) => `street_${keyOf(index)}` })
  const path = await work()
  const engine = createEngine({
    host: nodeProcessHost,
    userFolder: home,
    sampleFolder: folder,
    modelsFolder: join(import.meta.dirname, '..', 'models'),
    version: 'bench',
    isHeadless: true,
  })
  const client = createClient(engineContract)
  const [near, far] = portPair(structuredClone)
  engine.connect(far)
  client.connect(near)
  console.log(`${COUNT} pairs`)
  const filter = { states: null, search: '', hasProblem: null }
  await client.call('project.open', { folder: pairs, reading: null })
  for (const order of pairOrderSchema.options) {
    await measured(`queue, order ${order}`, () => client.call('pairs.find', { filter, order }))
  }
  await measured('queue, a search', () =>
    client.call('pairs.find', { filter: { ...filter, search: 'place 9' }, order: 'key' }),
  )
  await measured('names in use', () => client.call('categories.counts', {}))
  await measured('status bar', () => client.call('proposals.status', {}))
  await measured('project', () => client.call('project.current', {}))
  await measured('totals, at once for preview and plan', () => client.call('pairs.totals', { states }))
  for (const format of commonFormatNames) {
    await measured(`export preview, ${format}`, () => client.call('export.preview', { format, states }))
  }
  await measured('export sample, coco', () => client.call('export.sample', { format: 'coco', states }))
  await decide(path)
  await measured('statistics, a decision for each pair', () => client.call('statistics.get', {}))
  const options = trainingOptionsSchema.parse({ states })
  await measured('plan of training', () => client.call('training.preview', options))
  await client.call('project.close', {})
  const older = new DatabaseSync(path)
  older.exec('DELETE FROM pair_facts')
  older.close()
  await client.call('project.open', { folder: pairs, reading: null })
  await measured('export preview, project of an older program', () =>
    client.call('export.preview', { format: 'coco', states }),
  )
  engine.dispose()
  await measureAhead()
}

try {
  await main()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
