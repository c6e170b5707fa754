import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../build/build'
import { decodePair } from '../src/frames/decode-pair'
import type { Raster } from '../src/images/raster'
import { rectOf } from '../src/mask/measures'
import { createDifferenceProposer } from '../src/models/difference/proposer'
import { createDetector } from '../src/models/nanodet/detector'
import { boxColours } from '../src/models/measure-regions'
import type { NameClaim } from '../src/names/claim'
import type { Detection, FrameDetections } from '../src/names/detection'
import { joinMasks, claimNames } from '../src/names/name-claims'
import { DEFAULT_LEAST_SCORE } from '../src/names/rule'
import { MANIFEST_FILE } from '../src/packages/files'
import { dataFolder } from './data'
import { pcbPairs, remoteSensingPairs, spread, surveillancePairs } from './evaluation-sets'
import { readLabels, scoreNames } from './names/labels'
import type { LabelledPair, NamedMask, Share } from './names/labels'
import { englishOf } from '../src/messages/message'

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
const SESSION = { provider: 'cpu', threads: 1 } as const
const proposer = await createDifferenceProposer(SESSION)
const detector = await createDetector(detectorFolder, SESSION)
const milliseconds: number[] = []

async function named({ before, after }: { before: Raster; after: Raster }): Promise<NamedMask[]> {
  const { regions, changes, alignment } = await proposer.propose(before, after)
  const boxes = regions.map(({ mask }) => rectOf(mask))
  const started = performance.now()
  const found = await detector.detectPair(
    { before, after },
    { before: boxes, after: boxes },
    DEFAULT_LEAST_SCORE,
  )
  milliseconds.push((performance.now() - started) / 2)
  if (found === null) {
    return regions.map(({ mask }) => ({ mask, claims: [] }))
  }
  const measured = regions.map((region, index) => ({ ...region, change: changes[index] }))
  const options = { leastScore: DEFAULT_LEAST_SCORE }
  const frames = { before: frameOf(before, found.before), after: frameOf(after, found.after) }
  const { changes: named } = claimNames(measured, frames.before, frames.after, alignment, options)
  const isNamed = (index: number): boolean => named.some((one) => one.regions.includes(index))
  return [
    ...named.map((one) => ({
      mask: joinMasks(one.regions.map((index) => regions[index].mask)),
      claims: [one.claim, ...one.beside],
    })),
    ...regions.flatMap(({ mask }, index) => (isNamed(index) ? [] : [{ mask, claims: [] }])),
  ]
}

function frameOf(image: Raster, detections: readonly Detection[]): FrameDetections {
  const { width, height } = image
  return { width, height, detections, colourOf: boxColours(image) }
}

async function surveillance(folder: string): Promise<boolean> {
  const labels = await readLabels(join(folder, 'names.json'))
  const pairs: LabelledPair[] = []
  for (const { key, before, after } of await surveillancePairs(folder)) {
    const own = labels.filter(({ id }) => id === key)
    pairs.push({ key, labels: own, regions: await named(await decodePair(before, after)) })
  }
  const scores = scoreNames(pairs)
  console.log(`surveillance: ${pairs.length} pairs, ${labels.length} labelled regions`)
  if (process.env['VERBOSE'] === '1') {
    scores.wrong.forEach((line) => console.log(`    ${line}`))
  }
  const isMet = [
    row('names of what appeared, right', scores.after, BARS.precision),
    row('nameable regions named, by region', scores.byRegion, BARS.recall),
    row('whole ones of 300 px and more, by region', scores.wholeByRegion, BARS.recallOfWhole),
    row('nameable regions named, by box', scores.byBox, BARS.recall),
    row('whole ones of 300 px and more, by box', scores.wholeByBox, BARS.recallOfWhole),
  ].every(Boolean)
  row('names of what is no longer visible', scores.before)
  return isMet
}

/** Whether the bar is met; without one it always is. */
function row(title: string, { count, of }: Share, bar: number | null = null): boolean {
  const isMet = bar === null || count >= bar * of
  const share = ((100 * count) / of).toFixed(1)
  const verdict = bar === null ? '' : `  bar ${100 * bar} %  ${isMet ? 'met' : 'MISSED'}`
  console.log(`  ${title.padEnd(42)} ${count} of ${of}: ${share} %${verdict}`)
  return isMet
}

/** In pairs of which no thing has one of the detector's names. */
async function falseNames(name: string, pairs: readonly PairFiles[]): Promise<Share> {
  const claims: NameClaim[] = []
  for (const { key, before, after } of pairs) {
    const own = (await named(await decodePair(before, after))).flatMap((region) => region.claims)
    if (process.env['VERBOSE'] === '1') {
      own.forEach((claim) => console.log(`    ${key} ${claim.kind} ${englishOf(claim.why)}`))
    }
    claims.push(...own)
  }
  const appeared = claims.filter(({ frame }) => frame === 'after').length
  const gone = claims.length - appeared
  console.log(
    `  ${name.padEnd(42)} ${appeared} + ${gone} false names (appeared + gone) in ${pairs.length} pairs`,
  )
  return { count: claims.length, of: pairs.length }
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

const unnamed: Record<string, (folder: string) => Promise<PairFiles[]>> = {
  'clevr-change': clevrPairs,
  'pcb-defects': (folder) => pcbPairs(folder, MOST_PAIRS),
  'remote-sensing-levir': async (folder) => spread(await remoteSensingPairs(folder), MOST_PAIRS),
}

/** Whether every bar is met, of the sets that are here. */
async function measureAll(): Promise<boolean> {
  const labelled = dataFolder('surveillance')
  if (labelled === null) {
    console.log('  surveillance: not here (set DELTASCRIBE_DATA), left out')
  }
  const isSurveillanceMet = labelled === null || (await surveillance(labelled))
  const wrong: Share = { count: 0, of: 0 }
  for (const [name, list] of Object.entries(unnamed)) {
    const folder = dataFolder(name)
    if (folder === null) {
      console.log(`  ${name}: not here (set DELTASCRIBE_DATA), left out`)
    } else {
      const { count, of } = await falseNames(name, await list(folder))
      wrong.count += count
      wrong.of += of
    }
  }
  if (wrong.of === 0) {
    return isSurveillanceMet
  }
  const inHundred = (100 * wrong.count) / wrong.of
  const isMet = inHundred <= BARS.falseIn100
  console.log(
    `  ${'false names in 100 pairs, all three sets'.padEnd(42)} ${inHundred.toFixed(1)}  bar ${BARS.falseIn100}  ${isMet ? 'met' : 'MISSED'}`,
  )
  return isSurveillanceMet && isMet
}

const isAllMet = await measureAll()
if (milliseconds.length > 0) {
  const median = milliseconds.toSorted((a, b) => a - b)[milliseconds.length >> 1]
  console.log(
    `  ${median.toFixed(0)} ms an image, half of its pair's time, one thread, median of ${milliseconds.length}`,
  )
}
await Promise.all([detector.release(), proposer.release()])
process.exit(isAllMet ? 0 : 1)
