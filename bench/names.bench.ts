import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../build/build'
import { decodePair } from '../src/images/decode'
import type { Raster } from '../src/images/raster'
import { boundingBox } from '../src/mask/geometry'
import { createDifferenceProposer } from '../src/models/difference/proposer'
import { createDetector } from '../src/models/nanodet/detector'
import { claimNames } from '../src/names/name-claims'
import type { NameClaim } from '../src/names/name-claims'
import { MANIFEST_FILE } from '../src/packages/files'
import { dataFolder } from './data'
import { pcbPairs, remoteSensingPairs, spread, surveillancePairs } from './evaluation-sets'
import { readLabels, scoreNames } from './names/labels'
import type { LabelledPair } from './names/labels'

/**
 * `npm run bench -- names`: names of changed regions (rule D on the masks of measured difference) on the labelled
 * surveillance pairs, and false names where nothing has one.
 */
const MOST_PAIRS = 100
const BARS = { precision: 0.96, recall: 0.8, recallOfWhole: 0.87, falseIn100: 8 } as const

interface PairFiles {
  key: string
  before: string
  after: string
}

const detectorFolder = join(root, 'dist', 'models', 'nanodet')
if (!existsSync(join(detectorFolder, MANIFEST_FILE))) {
  console.log(`  left out: ${detectorFolder} is not there (npm run build makes it)`)
  process.exit(0)
}
const session = { provider: 'cpu', threads: 1 } as const
const proposer = await createDifferenceProposer(session)
const detector = await createDetector(detectorFolder, session)
const milliseconds: number[] = []

async function claimsOf({ before, after }: { before: Raster; after: Raster }): Promise<NameClaim[]> {
  const { regions, alignment } = await proposer.propose(before, after)
  const boxes = regions.map(({ mask }) => {
    const [x, y, width, height] = boundingBox(mask)
    return { x, y, width, height }
  })
  const started = performance.now()
  const frames = {
    before: { ...sizeOf(before), detections: await detector.detect(before, boxes) },
    after: { ...sizeOf(after), detections: await detector.detect(after, boxes) },
  }
  milliseconds.push((performance.now() - started) / 2)
  return claimNames(regions, frames.before, frames.after, alignment).flat()
}

const sizeOf = ({ width, height }: Raster) => ({ width, height })

async function surveillance(folder: string): Promise<boolean> {
  const labels = await readLabels(join(folder, 'names.json'))
  const pairs: LabelledPair[] = []
  for (const { key, before, after } of await surveillancePairs(folder)) {
    const own = labels.filter(({ id }) => id === key)
    pairs.push({ key, labels: own, claims: await claimsOf(await decodePair(before, after)) })
  }
  const { right, claims, named, nameable, namedWhole, whole, wrong } = scoreNames(pairs)
  console.log(`surveillance: ${pairs.length} pairs, ${labels.length} labelled regions`)
  if (process.env['VERBOSE'] === '1') {
    wrong.forEach((line) => console.log(`    ${line}`))
  }
  return [
    row('precision of names', right, claims, BARS.precision),
    row('recall of nameable regions', named, nameable, BARS.recall),
    row('recall of whole ones of 300 px and more', namedWhole, whole, BARS.recallOfWhole),
  ].every(Boolean)
}

function row(title: string, count: number, of: number, bar: number): boolean {
  const isMet = count >= bar * of
  const share = ((100 * count) / of).toFixed(1)
  console.log(
    `  ${title.padEnd(40)} ${count} of ${of}: ${share} %  bar ${100 * bar} %  ${isMet ? 'met' : 'MISSED'}`,
  )
  return isMet
}

/** In pairs of which no thing has one of the detector's names. */
async function falseNames(name: string, pairs: readonly PairFiles[]): Promise<boolean> {
  const claims: NameClaim[] = []
  for (const { key, before, after } of pairs) {
    const own = await claimsOf(await decodePair(before, after))
    if (process.env['VERBOSE'] === '1') {
      own.forEach((claim) => console.log(`    ${key} ${claim.kind} ${claim.why}`))
    }
    claims.push(...own)
  }
  const appeared = claims.filter(({ frame }) => frame === 'after').length
  const isMet = claims.length <= (BARS.falseIn100 * pairs.length) / 100
  console.log(
    `  ${name.padEnd(40)} ${claims.length} false names (${appeared} after, ${claims.length - appeared} before) in ${pairs.length} pairs  bar ${BARS.falseIn100} of 100  ${isMet ? 'met' : 'MISSED'}`,
  )
  return isMet
}

/** Changed and unchanged pairs in turn. */
async function clevrPairs(folder: string): Promise<PairFiles[]> {
  const keys = (await readdir(join(folder, 'images'))).map((file) => file.slice(-10, -4)).toSorted()
  return spread(keys, MOST_PAIRS / 2).flatMap((key) => {
    const before = join(folder, 'images', `CLEVR_default_${key}.png`)
    const afters = [`sc_images/CLEVR_semantic_${key}.png`, `nsc_images/CLEVR_nonsemantic_${key}.png`]
    return afters.map((file) => ({ key: file, before, after: join(folder, file) }))
  })
}

const sets: Record<string, (folder: string) => Promise<boolean>> = {
  surveillance,
  'clevr-change': async (folder) => falseNames('clevr-change', await clevrPairs(folder)),
  'pcb-defects': async (folder) => falseNames('pcb-defects', await pcbPairs(folder, MOST_PAIRS)),
  'remote-sensing-levir': async (folder) =>
    falseNames('remote-sensing-levir', spread(await remoteSensingPairs(folder), MOST_PAIRS)),
}
let isAllMet = true
for (const [name, measure] of Object.entries(sets)) {
  const folder = dataFolder(name)
  if (folder === null) {
    console.log(`  ${name}: not here (set DELTASCRIBE_DATA), left out`)
  } else {
    isAllMet = (await measure(folder)) && isAllMet
  }
}
if (milliseconds.length > 0) {
  const median = milliseconds.toSorted((a, b) => a - b)[milliseconds.length >> 1]
  console.log(
    `  ${median.toFixed(0)} ms an image and its mirror image on one thread, median of ${milliseconds.length}`,
  )
}
await Promise.all([detector.release(), proposer.release()])
process.exit(isAllMet ? 0 : 1)
