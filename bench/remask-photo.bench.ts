import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../build/build'
import type { Region } from '../src/domain/document'
import { locateChanges } from '../src/inference/locating'
import type { PairChanges } from '../src/inference/locating'
import { rleIou } from '../src/mask/measures'
import { emptyRle, intersectRle, rleArea, unionRle } from '../src/mask/rle'
import type { Rle } from '../src/mask/rle'
import type { ModelProposer } from '../src/models/model-proposer'
import { createDetector } from '../src/models/nanodet/detector'
import type { Detector } from '../src/models/nanodet/detector'
import { openProposer } from '../src/models/registry'
import { thresholdsFrom } from '../src/names/locate/thresholds'
import { DEFAULT_LEAST_SCORE } from '../src/names/rule'
import { SIZE, askedPairs, heldOutLibrary } from './remask/asked-pairs'
import type { AskedChange, AskedPair } from './remask/asked-pairs'

/**
 * `npm run bench -- remask-photo`: composed held-out pairs with two changes or more. The caption of one change alone
 * is asked for: how often is its mask found, by names, by all regions at the threshold, and by `ccrc-base`?
 */
const { values: options } = parseArgs({
  options: { pairs: { type: 'string', default: '40' }, seed: { type: 'string', default: '951' } },
})
/** Of a pair, as `ccrc-base` reads each caption anew. */
const MOST_CAPTIONS = 4
const RIGHT_IOU = 0.5
const USUAL = 0.5
const AIM = 0.85

const SESSION = { provider: 'cpu', threads: 2 } as const
const METHODS = ['names', 'all regions', 'ccrc-base'] as const
type Method = (typeof METHODS)[number]

/** Sums over the changes of a group. */
class Scores {
  count = 0
  findable = 0
  readonly sums = new Map(METHODS.map((method) => [method, { right: 0, findable: 0, both: 0, either: 0 }]))

  add(
    { mask }: AskedChange,
    others: readonly AskedChange[],
    answers: Record<Method, Rle>,
    best: number,
  ): void {
    this.count += 1
    this.findable += best >= RIGHT_IOU ? 1 : 0
    for (const [method, sum] of this.sums) {
      const answer = answers[method]
      const iou = rleIou(answer, mask)
      const isRight = iou >= RIGHT_IOU && others.every((other) => rleIou(answer, other.mask) < iou)
      sum.right += isRight ? 1 : 0
      sum.findable += isRight && best >= RIGHT_IOU ? 1 : 0
      sum.both += rleArea(intersectRle(answer, mask))
      sum.either += rleArea(unionRle(answer, mask))
    }
  }

  print(title: string): void {
    console.log(`  ${title}: ${this.count} captions, a region fits ${this.findable}`)
    for (const [method, { right, findable, both, either }] of this.sums) {
      const iou = (both / Math.max(1, either)).toFixed(3)
      const cells = [
        percent(right, this.count),
        `${percent(findable, this.findable)} where one fits`,
        `IoU ${iou}`,
      ]
      console.log(`    ${method.padEnd(12)} right ${cells.join(', ')}`)
    }
  }

  /** Of the captions for which some region fits. */
  get shareOfFindable(): number {
    return (this.sums.get('names')?.findable ?? 0) / Math.max(1, this.findable)
  }

  get share(): number {
    return (this.sums.get('names')?.right ?? 0) / Math.max(1, this.count)
  }
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`
}

interface Models {
  readonly photo: ModelProposer
  readonly base: ModelProposer
  readonly detector: Detector
}

/** Regions at a threshold; what was asked for before is not computed again. */
async function changesOf({ before, after, index }: AskedPair, photo: ModelProposer) {
  const { probabilities } = await photo.propose(before, after, String(index))
  const known = new Map<number, PairChanges>()
  return async (threshold: number | null): Promise<PairChanges> => {
    const at = threshold ?? USUAL
    const cut = known.get(at)
    if (cut !== undefined || probabilities === undefined || photo.proposeAt === undefined) {
      return cut ?? { regions: [], changes: [], alignment: null }
    }
    const { regions, changes = [], alignment } = await photo.proposeAt(before, after, probabilities, at)
    known.set(at, { regions, changes, alignment })
    return { regions, changes, alignment }
  }
}

/** Of what moved both places count, as in the truth. */
function unionOf(regions: readonly Region[], isMove: boolean): Rle {
  const masks = regions.flatMap(({ mask, beforeMask }) =>
    isMove && beforeMask !== null ? [mask, beforeMask] : [mask],
  )
  return masks.reduce(unionRle, emptyRle(SIZE.width, SIZE.height))
}

async function byNames(
  pair: AskedPair,
  { caption, fact }: { caption: string; fact: { kind: string } },
  changesAt: (threshold: number | null) => Promise<PairChanges>,
  { detector }: Models,
): Promise<Rle> {
  const request = {
    caption,
    naming: { detector: '', leastScore: DEFAULT_LEAST_SCORE, words: {} },
    thresholds: thresholdsFrom(USUAL),
    vocabulary: [],
  }
  const sources = { detector, changesAt, taughtNames: () => Promise.resolve(new Map()) }
  return unionOf((await locateChanges(sources, pair, request)).regions, fact.kind === 'moved')
}

async function measure(models: Models): Promise<void> {
  const library = await heldOutLibrary()
  if (library === null) {
    console.log('  photographs: not here (set DELTASCRIBE_DATA), left out')
    return
  }
  const groups = { all: new Scores(), apart: new Scores(), alone: new Scores() }
  const foreign = { asked: 0, answered: 0 }
  let earlier: AskedPair | null = null
  for (const pair of askedPairs(library, Number(options.seed), Number(options.pairs))) {
    const changesAt = await changesOf(pair, models.photo)
    const all = unionOf((await changesAt(USUAL)).regions, false)
    for (const asked of pair.changes.slice(0, MOST_CAPTIONS)) {
      const isMove = asked.fact.kind === 'moved'
      const names = await byNames(pair, asked, changesAt, models)
      const base = await models.base.remask?.(pair.before, pair.after, String(pair.index), asked.caption)
      const answers = { names, 'all regions': all, 'ccrc-base': unionOf(base?.regions ?? [], isMove) }
      const best = await bestIou(asked, changesAt)
      const others = pair.changes.filter((other) => other !== asked)
      const isIn = { all: true, apart: asked.isApart, alone: asked.isApart && asked.isAlone }
      for (const [group, scores] of Object.entries(groups)) {
        if (isIn[group as keyof typeof isIn]) {
          scores.add(asked, others, answers, best)
        }
      }
    }
    const absent = earlier?.changes.find(
      ({ fact }) => fact.word !== null && pair.changes.every((change) => change.fact.word !== fact.word),
    )
    if (absent !== undefined) {
      foreign.asked += 1
      foreign.answered += rleArea(await byNames(pair, absent, changesAt, models)) > 0 ? 1 : 0
    }
    earlier = pair
  }
  groups.all.print('every change')
  groups.apart.print('its kind or place tells it apart')
  groups.alone.print('the same, and no other change touches it')
  console.log(`  captions of another pair: ${foreign.answered} of ${foreign.asked} get a region`)
  const verdict = (share: number): string => (share >= AIM ? 'met' : 'missed')
  const { share, shareOfFindable } = groups.alone
  console.log(
    `  aim ${100 * AIM} % in the last group: ${verdict(share)}; where a region fits: ${verdict(shareOfFindable)}`,
  )
}

/** Of any region at any of the thresholds. */
async function bestIou(
  { mask }: AskedChange,
  changesAt: (threshold: number | null) => Promise<PairChanges>,
): Promise<number> {
  let best = 0
  for (const threshold of thresholdsFrom(USUAL)) {
    for (const region of (await changesAt(threshold)).regions) {
      best = Math.max(best, rleIou(region.mask, mask))
    }
  }
  return best
}

const detectorFolder = join(root, 'dist', 'models', 'nanodet')
if (existsSync(join(detectorFolder, 'model.json'))) {
  const models = {
    photo: await openProposer(join(root, 'models', 'ccrc-photo'), { ...SESSION, detector: detectorFolder }),
    base: await openProposer(join(root, 'models', 'ccrc-base'), { ...SESSION, detector: null }),
    detector: await createDetector(detectorFolder, SESSION),
  }
  await measure(models)
  await Promise.all([models.photo.release(), models.base.release(), models.detector.release()])
} else {
  console.log(`  left out: ${detectorFolder} is not there (npm run build makes it)`)
}
process.exit(0)
