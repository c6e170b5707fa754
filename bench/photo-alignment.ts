// Does it pay to leave out an alignment with which more differs? On composed pairs whose view did not move, though
// their nuisances may look so, and on the same pairs with a before frame that did:
//   deltascribe compose --photographs DIR --outlines COCO.json --out SET -n 150 --seed 183 --held-out --size 320x240 --layout folder --nuisances more
//   npx tsx bench/photo-alignment.ts SET [PACKAGE]

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../build/build'
import type { Homography } from '../src/domain/pair'
import { decodePair } from '../src/frames/decode-pair'
import { uniformAt } from '../src/graph/random'
import { cutWindow } from '../src/images/cut-window'
import type { Raster } from '../src/images/raster'
import { warp } from '../src/images/registration/homography'
import type { Rect } from '../src/mask/bitmap'
import { alignPair, clearUnknown } from '../src/models/change-map/map-proposal'
import { mapRegions } from '../src/models/change-map/regions'
import type { ChangeMap } from '../src/models/model-proposer'
import { mapChecked } from '../src/models/photo/predictor/checked-alignment'
import { openMapper } from '../src/models/photo/predictor/predictor'
import { countMask, SetScore } from './accuracy/scoring'
import { grey } from './evaluation-sets'
import { VIEWS_IN_USE } from '../src/models/photo/predictor/views'

const [set, folder = join(root, 'models', 'ccrc-photo')] = process.argv.slice(2)
const THRESHOLD = 0.5
/** Pixels of the rim that a moved view may leave. */
const RIM = 32
const { mapper } = await openMapper(folder, {
  provider: 'cpu',
  threads: 1,
  detector: join(root, 'dist', 'models', 'nanodet'),
})

interface Example {
  readonly before: Raster
  readonly after: Raster
  /** Above 0 where changed. */
  readonly truth: Uint8Array
}

class Comparison {
  private readonly scores = ['unaligned', 'aligned', 'checked'].map((name) => ({
    name,
    score: new SetScore('iou'),
  }))
  private count = 0
  private leftOut = 0

  async add(key: string, { before, after, truth }: Example): Promise<void> {
    const pair = await alignPair(before, after)
    if (pair.registered.homography === null) {
      return
    }
    const mapOf = (frame: Raster): Promise<ChangeMap> => mapper.map(frame, after, VIEWS_IN_USE)
    const aligned = await mapOf(pair.registered.aligned)
    clearUnknown(aligned.values, pair)
    const checked = (await mapChecked(pair, mapOf)).map
    this.count += 1
    this.leftOut += checked.isUnaligned === true ? 1 : 0
    for (const [at, map] of [await mapOf(before), aligned, checked].entries()) {
      const counts = countMask(Uint8Array.from(mapRegions(map, THRESHOLD).labels, Math.sign), truth)
      this.scores[at].score.add({ key, group: 'all', counts })
    }
  }

  toString(): string {
    const columns = this.scores.map(({ name, score }) => `${name} ${String(score)}`)
    return [`${this.count} aligned`, `${this.leftOut} left out`, ...columns].join(' | ')
  }
}

const [still, moved] = [new Comparison(), new Comparison()]
for (const [index, file] of (await readdir(join(set, 'before'))).toSorted().entries()) {
  const pair = await decodePair(join(set, 'before', file), join(set, 'after', file))
  const example = { before: pair.before, after: pair.after, truth: await grey(join(set, 'masks', file)) }
  await still.add(file, example)
  await moved.add(file, withMovedBefore(example, index))
}
await mapper.release()
console.log(`IoU\nview the same: ${String(still)}\nview moved: ${String(moved)}`)

/** The middle of a pair; the before frame is turned by up to .03, scaled by up to 3 % and shifted by up to 18 pixels. */
function withMovedBefore({ before, after, truth }: Example, seed: number): Example {
  const { width, height } = after
  const about = (at: number, most: number): number => most * (2 * uniformAt(seed, at) - 1)
  const [turn, scale] = [about(0, 0.03), 1 + about(1, 0.03)]
  const [c, d] = [scale * Math.cos(turn), scale * Math.sin(turn)]
  const [x, y] = [width / 2, height / 2]
  // prettier-ignore
  const toBefore: Homography = [
    c, -d, x + about(2, 18) - c * x + d * y,
    d, c, y + about(3, 14) - d * x - c * y,
    0, 0, 1,
  ]
  const middle: Rect = { x: RIM, y: RIM, width: width - 2 * RIM, height: height - 2 * RIM }
  return {
    before: cut(warp(before, toBefore, width, height).image, middle),
    after: cut(after, middle),
    truth: cutTruth(truth, width, middle),
  }
}

function cut(image: Raster, window: Rect): Raster {
  const { width, height } = window
  return { width, height, data: cutWindow(image, window, [height, width]) }
}

function cutTruth(truth: Uint8Array, stride: number, { x, y, width, height }: Rect): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, at) => {
    return truth[(y + Math.floor(at / width)) * stride + x + (at % width)]
  })
}
