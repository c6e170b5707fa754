import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../build/build'
import { decodePair } from '../src/frames/decode-pair'
import { boundingBox } from '../src/mask/measures'
import { createDifferenceProposer } from '../src/models/difference/proposer'
import { createRegionEncoder } from '../src/models/nanodet/region-features'
import { TaughtNames } from '../src/names/taught-names'
import { MANIFEST_FILE } from '../src/packages/files'
import { dataFolder } from './data'
import { remoteSensingPairs, surveillancePairs } from './evaluation-sets'
import { DEFECT_TYPES, encodeDefects, shuffled } from './names/defects'
import type { Defect } from './names/defects'
import { describeTimes } from './statistics'
import { seededRandom } from '../src/metrics/set-score'

/**
 * `npm run bench -- taught-names`: six types of defect on circuit boards, taught by a few examples of each and asked
 * of other boards; what becomes of types that were not taught, and of regions of other sets.
 */
const DRAWS = 5
const MOST_ASKED = 500
const EXAMPLES = [5, 10, 20, 100] as const
/** Share of types right, without rejection, on boards without an example; by the number of examples. */
const BARS: Readonly<Record<number, number>> = { 10: 0.75, 20: 0.82 }
const SESSION = { provider: 'cpu', threads: 1 } as const

interface Draw {
  readonly examples: readonly Defect[]
  readonly asked: readonly Defect[]
}

/** Each draw asks of another board, and has examples of all others. */
function byBoard(defects: readonly Defect[], count: number): Draw[] {
  const boards = [...new Set(defects.map(({ board }) => board))].toSorted((a, b) => (a < b ? -1 : 1))
  return boards.slice(0, DRAWS).map((board, draw) => {
    return drawn(defects, count, draw, (defect) => defect.board === board)
  })
}

/** Each draw asks of one half of the pairs, and has examples of the other: boards are in both. */
function byPair(defects: readonly Defect[], count: number): Draw[] {
  const pairs = [...new Set(defects.map(({ pair }) => pair))]
  return Array.from({ length: DRAWS }, (_, draw) => {
    const half = new Set(shuffled(pairs, seededRandom(1000 + draw)).slice(pairs.length >> 1))
    return drawn(defects, count, draw, ({ pair }) => half.has(pair))
  })
}

function drawn(
  defects: readonly Defect[],
  count: number,
  seed: number,
  isAsked: (defect: Defect) => boolean,
): Draw {
  const order = shuffled(defects, seededRandom(seed))
  const others = order.filter((defect) => !isAsked(defect))
  const examples = DEFECT_TYPES.flatMap((type) => others.filter(({ word }) => word === type).slice(0, count))
  return { examples, asked: order.filter(isAsked).slice(0, MOST_ASKED) }
}

interface Share {
  forced: number
  right: number
  wrong: number
  asked: number
}

function scoreOf(draws: readonly Draw[]): Share {
  const share: Share = { forced: 0, right: 0, wrong: 0, asked: 0 }
  for (const { examples, asked } of draws) {
    const names = new TaughtNames(examples)
    for (const { word, features } of asked) {
      const given = names.nameFor(features)?.word ?? null
      share.asked += 1
      share.forced += names.ranked(features)[0].word === word ? 1 : 0
      share.right += given === word ? 1 : 0
      share.wrong += given !== null && given !== word ? 1 : 0
    }
  }
  return share
}

const percent = (count: number, of: number): string => `${((100 * count) / of).toFixed(1).padStart(5)} %`

/** Whether the bar is met; where there is none it always is. */
function row(title: string, { forced, right, wrong, asked }: Share, bar: number | null): boolean {
  const isMet = bar === null || forced >= bar * asked
  const verdict = bar === null ? '' : `  bar ${100 * bar} %  ${isMet ? 'met' : 'MISSED'}`
  const given = `given: right ${percent(right, asked)}, wrong ${percent(wrong, asked)}, none ${percent(asked - right - wrong, asked)}`
  console.log(`  ${title.padEnd(34)} forced ${percent(forced, asked)}; ${given}${verdict}`)
  return isMet
}

/** With 20 examples of the five other types: how many of a type that was not taught get one of their names. */
function untaught(defects: readonly Defect[]): void {
  let [named, asked] = [0, 0]
  for (const draw of byBoard(defects, 20)) {
    for (const type of DEFECT_TYPES) {
      const names = new TaughtNames(draw.examples.filter(({ word }) => word !== type))
      const own = draw.asked.filter(({ word }) => word === type)
      asked += own.length
      named += own.filter(({ features }) => names.nameFor(features) !== null).length
    }
  }
  console.log(`  a type that was not taught gets another's name: ${percent(named, asked)} of ${asked}`)
}

/** Features of the regions of measured difference. */
async function otherRegions(pairs: readonly { before: string; after: string }[]): Promise<Float32Array[]> {
  const proposer = await createDifferenceProposer(SESSION)
  const vectors: Float32Array[] = []
  for (const files of pairs) {
    const { before, after } = await decodePair(files.before, files.after)
    const { regions, aligned } = await proposer.propose(before, after)
    const boxes = regions.map(({ mask }) => {
      const [x, y, width, height] = boundingBox(mask)
      return { x, y, width, height }
    })
    vectors.push(...(await encoder.encode(aligned ?? before, after, boxes)))
  }
  await proposer.release()
  return vectors
}

function falseNames(title: string, draws: readonly Draw[], regions: readonly Float32Array[]): void {
  let named = 0
  for (const { examples } of draws) {
    const names = new TaughtNames(examples)
    named += regions.filter((features) => names.nameFor(features) !== null).length
  }
  const inHundred = (100 * named) / (draws.length * regions.length)
  console.log(`  ${title.padEnd(34)} ${inHundred.toFixed(1)} false names in 100 of ${regions.length} regions`)
}

/** Time of the processor: other work shares it. */
function milliseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

function times(defects: readonly Defect[]): void {
  const [{ examples, asked }] = byBoard(defects, 100)
  const start = process.cpuUsage()
  const names = new TaughtNames(examples)
  const built = milliseconds(start)
  const first = process.cpuUsage()
  asked.forEach(({ features }) => names.nameFor(features))
  const each = milliseconds(first) / asked.length
  console.log(
    `  ${examples.length} examples learned in ${built.toFixed(0)} ms, a name in ${each.toFixed(1)} ms of the processor`,
  )
}

const detectorFolder = join(root, 'dist', 'models', 'nanodet')
const folder = dataFolder('pcb-defects')
if (!existsSync(join(detectorFolder, MANIFEST_FILE))) {
  console.log(`  left out: ${detectorFolder} is not there (npm run build makes it)`)
  process.exit(0)
}
if (folder === null) {
  console.log('  pcb-defects: not here (set DELTASCRIBE_DATA), left out')
  process.exit(0)
}
const encoder = await createRegionEncoder(detectorFolder, SESSION)
const perRegion: number[] = []
const defects = await encodeDefects(folder, encoder, perRegion)
console.log(
  `  ${defects.length} regions; features of one, one thread, time of the processor: ${describeTimes(perRegion)}`,
)
const verdicts = EXAMPLES.map((count) => {
  row(`${count} of each, other pairs`, scoreOf(byPair(defects, count)), null)
  return row(`${count} of each, other boards`, scoreOf(byBoard(defects, count)), BARS[count] ?? null)
})
untaught(defects)
const otherSets = { surveillance: surveillancePairs, 'remote-sensing-levir': remoteSensingPairs }
for (const [name, list] of Object.entries(otherSets)) {
  const other = dataFolder(name)
  if (other === null) {
    console.log(`  ${name}: not here (set DELTASCRIBE_DATA), left out`)
    continue
  }
  const regions = await otherRegions(await list(other))
  for (const count of [10, 20]) {
    falseNames(`${name}, ${count} of each`, byBoard(defects, count), regions)
  }
}
times(defects)
await encoder.release()
process.exit(verdicts.every(Boolean) ? 0 : 1)
