import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commonFormatNames } from '../src/dataset/formats/list'
import type { Job } from '../src/contract/work'
import { writeSet } from '../src/dataset/synthetic/write-set'
import { startEngine } from '../src/engine/testing'
import type { StartedEngine } from '../src/engine/testing'
import { writeUntrainedFamily } from '../src/models/encode-decode/predictor/testing'
import { root } from '../build/build'
import { FAMILIES } from '../src/models/registry'
import { overfit } from '../src/models/testing.node'

/**
 * Records the observable behaviour of the program in one file, to compare before and after a change that must change
 * nothing: `DELTASCRIBE_BEHAVIOUR=FILE npx vitest run --project behaviour` writes FILE where it does not exist, else
 * compares. Both runs on one machine. Covers proposals of every proposer for 24 synthetic pairs, 20 training steps
 * of every family, and an export in every format.
 */
interface Behaviour {
  proposals: Record<string, unknown[]>
  losses: Record<string, number[]>
  exports: Record<string, Record<string, string>>
}

const untrained = ['rdd', 'cheers', 'davir', 'procap']
const steps = 20
const everything = { states: null, search: '', hasProblem: null }
const dates = /\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?/g

const path = process.env['DELTASCRIBE_BEHAVIOUR'] ?? ''

test.skipIf(path === '')(
  'the program does what it did when it was recorded [needs DELTASCRIBE_BEHAVIOUR]',
  async () => {
    const observed = await observe()
    if (!existsSync(path)) {
      writeFileSync(path, `${JSON.stringify(observed, null, 1)}\n`)
    }
    expect(compare(JSON.parse(readFileSync(path, 'utf8')), JSON.parse(JSON.stringify(observed)))).toEqual([])
  },
  3_600_000,
)

async function observe(): Promise<Behaviour> {
  const home = mkdtempSync(join(tmpdir(), 'deltascribe-behaviour-'))
  try {
    const { engine, client } = startEngine(join(home, 'user'), { modelsFolder: join(root, 'models') })
    const proposals = await observeProposals(home, client)
    const exports = await observeExports(home, client)
    engine.dispose()
    return { proposals, losses: await observeLosses(), exports }
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Client = StartedEngine['client']

async function observeProposals(home: string, client: Client): Promise<Behaviour['proposals']> {
  const folder = join(home, 'pairs')
  const order = {
    world: 'both',
    profile: 'several',
    seed: 4242,
    width: 264,
    height: 176,
    inTurn: true,
  } as const
  const files = { count: 24, layout: 'folder', truth: false, between: 0 } as const
  await writeSet({ ...order, ...files }, folder, 1, new AbortController().signal, () => {})
  for (const name of untrained) {
    await writeUntrainedFamily(join(home, 'user', 'models'), name)
  }
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
  await client.call('project.open', { folder, reading: null })
  const { ids } = await client.call('pairs.find', { filter: everything, order: 'key' })
  const names = ['difference', 'ccrc-base', ...untrained.map((name) => `${name}-untrained`)]
  const proposals: Behaviour['proposals'] = {}
  for (const name of names) {
    proposals[name] = []
    for (const pairId of ids) {
      const { id } = await client.call('proposals.make', { pairId, proposer: name })
      const { milliseconds, madeAt, ...proposal } = await client.call('proposals.get', { proposalId: id })
      proposals[name].push({ ...proposal, hasTimes: madeAt > 0 && (milliseconds['total'] ?? 0) > 0 })
    }
  }
  return proposals
}

/** Of pairs of which half are accepted and some carry a user's caption. */
async function observeExports(home: string, client: Client): Promise<Behaviour['exports']> {
  const { ids } = await client.call('pairs.find', { filter: everything, order: 'key' })
  for (const [index, pairId] of ids.entries()) {
    if (index % 3 === 0) {
      const source = { kind: 'person' } as const
      const caption = { id: 'own', text: `pair ${index} as I see it`, rank: 9, source, logProbability: null }
      const diff = [{ type: 'caption.add', caption, index: 0 } as const]
      await client.call('pairs.edit', { pairId, eventId: `written-${pairId}`, label: 'Caption added', diff })
    }
    const decision = index % 5 === 4 ? 'reject' : 'accept'
    await client.call('pairs.decide', { pairId, eventId: `decided-${pairId}`, decision, milliseconds: 5 })
  }
  const exports: Behaviour['exports'] = {}
  mkdirSync(join(home, 'exports'))
  for (const format of commonFormatNames) {
    exports[format] = await exportAs(format, join(home, 'exports', format), client)
  }
  return exports
}

async function exportAs(format: string, out: string, client: Client): Promise<Record<string, string>> {
  const ended = new Promise<Job>((resolve) => {
    client.on('job.changed', (job) => (job.state === 'running' ? null : resolve(job)))
  })
  await client.call('export.start', { format, out, states: ['accepted', 'corrected', 'rejected'] })
  const { state } = await ended
  if (state !== 'done') {
    // pairs without coordinates have no place in some formats
    return { state }
  }
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(out, name)).isFile())
    .sort()
  return Object.fromEntries(files.map((name) => [name, digest(readFileSync(join(out, name)), name)]))
}

function digest(bytes: Buffer, name: string): string {
  const isText = /\.(md|json|jsonl|txt|csv)$/.test(name)
  const content = isText ? bytes.toString('utf8').replaceAll(dates, 'DATE') : bytes
  return createHash('sha256').update(content).digest('hex').slice(0, 20)
}

async function observeLosses(): Promise<Behaviour['losses']> {
  const losses: Behaviour['losses'] = {}
  for (const { network } of FAMILIES.values()) {
    if (network.trainingSide !== undefined) {
      continue // came after the behaviour was recorded
    }
    for (const { name: phase } of network.phases) {
      losses[`${network.name}/${phase}`] = (await overfit(network, { phase, steps })).losses
    }
  }
  return losses
}

function compare(before: unknown, after: unknown, at = ''): string[] {
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) {
    return Object.is(before, after) ? [] : [`${at}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`]
  }
  const [one, other] = [before, after] as Record<string, unknown>[]
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return keys.flatMap((key) => compare(one[key], other[key], `${at}/${key}`))
}
