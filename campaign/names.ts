import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodePng } from '../src/images/raster'
import { makePair } from '../src/images/testing'
import type { Attack, Turn } from './attack'
import { answered } from './deadline'
import { PairModel } from './edits/pair-model'
import { compareAll } from './edits/edits'
import { pairIds } from './engine-client'
import { EngineSession } from './engine-session'
import { ensure } from './loss'
import { runProgram } from './program'
import type { Random } from './random'

const SIZE = { width: 32, height: 24 }
const COUNT = 10
const FORMATS = ['coco', 'a-b', 'levir-mci', 'webdataset', 'hugging-face']

const ODD = [
  '__proto__',
  'constructor',
  'toString',
  '%00',
  '%2e%2e%2fetc',
  '..%5c',
  'a b',
  ' leading',
  'trailing ',
  '.hidden',
  '..dots',
  'dot.',
  '🏚️→🏠',
  'שלום',
  '\u202Egnp.exe',
  'e\u0301',
  'é',
  'ﬁ',
  'line\nbreak',
  'tab\there',
  '"quoted"',
  "it's",
  'back\\slash',
  'a;b,c|d',
  '$(id)',
  '-rf',
  '#hash?query',
  'CON',
  'null',
  '0',
  '1e9',
  '\u0001',
  'ÿ',
  '𝔘𝔫𝔦',
]

/** In bytes, as some are no UTF-8. At most 255 with the ending. */
function oddName(random: Random): Buffer {
  const ending = Buffer.from('.png')
  const roll = random.next()
  if (roll < 0.1) {
    return Buffer.concat([Buffer.alloc(255 - ending.length, 'x'), ending])
  }
  if (roll < 0.2) {
    return Buffer.concat([Buffer.from([0xff, 0xfe, 0x80 + random.below(64)]), ending])
  }
  if (roll < 0.25) {
    return Buffer.concat([Buffer.from('é'.repeat(125)), ending])
  }
  const parts = Array.from({ length: random.between(1, 3) }, () => random.pick(ODD))
  return Buffer.concat([Buffer.from(parts.join('')).subarray(0, 200), ending])
}

/** Folders with odd names of files: each pair is there and can be edited, or is left out with its reason. */
export function namesAttack(): Attack {
  return {
    name: 'names',
    async run(turn) {
      const [home, folder] = [join(turn.folder, 'home'), join(turn.folder, 'päirs of __proto__ %00')]
      const { count, shown } = await writePairs(turn, folder)
      turn.tally.attempts += count
      const session = await EngineSession.open(turn, { home, folder })
      const { client } = session
      let models: PairModel[] = []
      try {
        const ids = await answered('the pairs are listed', pairIds(client))
        const project = await answered('the project is asked for', client.call('project.current', {}))
        const leftOut = project?.reading.leftOutCount ?? 0
        // files are left out one by one
        ensure(
          2 * ids.length + leftOut >= 2 * shown,
          `of ${shown} pairs with odd names ${ids.length} are there and ${leftOut} files left out`,
        )
        models = ids.map((pairId) => new PairModel(pairId, SIZE))
        for (const model of models) {
          await editPair(turn, session, model)
        }
        const rows = await client.call('pairs.rows', { ids })
        ensure(new Set(rows.map(({ key }) => key)).size === ids.length, 'two pairs have one key')
        session.requireOnlyKills(0)
      } finally {
        await session.close()
      }
      await requireStored(turn, { home, folder, models })
      await exportAll(turn, home, folder, models.length)
    },
  }
}

/** Returns how many pairs were written, and of these those that are to be told of: no hidden files. */
async function writePairs(turn: Turn, folder: string): Promise<{ count: number; shown: number }> {
  const { before, after } = makePair(1, SIZE.width, SIZE.height)
  const bytes = { before: await encodePng(before), after: await encodePng(after) }
  const names = new Map(
    Array.from({ length: COUNT }, () => oddName(turn.random)).map((name) => [name.toString('hex'), name]),
  )
  for (const frame of ['before', 'after'] as const) {
    const parent = join(folder, frame)
    mkdirSync(parent, { recursive: true })
    names.forEach((name) => writeFileSync(Buffer.concat([Buffer.from(`${parent}/`), name]), bytes[frame]))
  }
  // those that are no UTF-8 may read alike
  const read = new Set([...names.values()].map((name) => name.toString()))
  return { count: names.size, shown: [...read].filter((name) => !name.startsWith('.')).length }
}

async function editPair(turn: Turn, session: EngineSession, model: PairModel): Promise<void> {
  const { pairId } = model
  const sent = model.next(turn.random)
  await answered('an edit of a pair with an odd name', sent.send(session.client))
  model.acknowledge(sent)
  const { pair } = await answered('it is read', session.client.call('pairs.get', { pairId }))
  for (const kind of ['before', 'after', 'after-thumbnail'] as const) {
    const found = await answered(
      'its picture',
      session.pictures({ pairId, kind }).catch(() => null),
    )
    const isThere = found !== null && existsSync(found.path)
    ensure(
      isThere || pair.problem !== null,
      `${JSON.stringify(pair.key)} has no picture "${kind}" and no message`,
    )
  }
}

interface Stored {
  home: string
  folder: string
  models: readonly PairModel[]
}

async function requireStored(turn: Turn, { home, folder, models }: Stored): Promise<void> {
  const again = await EngineSession.open(turn, { home, folder })
  try {
    await compareAll(again.client, models)
  } finally {
    await again.close()
  }
}

/** Every pair is written or named as left out; the export can be read again. */
async function exportAll(turn: Turn, home: string, folder: string, pairs: number): Promise<void> {
  const [format, out] = [turn.random.pick(FORMATS), join(turn.folder, 'out')]
  const states = ['unreviewed', 'accepted', 'corrected', 'rejected', 'flagged']
  const args = ['export', folder, '--format', format, '--out', out, '--json', '--states', ...states]
  const { code, out: printed, err } = await runProgram(turn, args, home)
  const what = `an export of odd names to ${format}`
  ensure(code === 0 || code === 1 || code === 2, `${what} ended with ${code}: ${err}`)
  if (!existsSync(out)) {
    ensure(err !== '', `${what} wrote nothing and said nothing`)
    return
  }
  const { pairCount, leftOut } = JSON.parse(printed) as { pairCount: number; leftOut: unknown[] }
  ensure(
    pairCount + leftOut.length === pairs,
    `${what}: ${pairCount} written, ${leftOut.length} left out of ${pairs}`,
  )
  const into = join(turn.folder, 'into')
  const back = await runProgram(turn, ['import', out, '--format', format, '--into', into, '--json'], home)
  ensure(back.code === 0 || back.code === 1, `${what} cannot be read again: ${back.err}`)
  // a key that no file can be called gets another one, and is left out in words where a pair has that already
  const { pairCount: read, leftOutCount } = JSON.parse(back.out) as {
    pairCount: number
    leftOutCount: number
  }
  ensure(
    read + leftOutCount === pairCount,
    `${what}: of ${pairCount} written pairs ${read} were read again and ${leftOutCount} left out`,
  )
}
