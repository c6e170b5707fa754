import { uniformAt } from '../../src/graph/random'
import { cutWindow } from '../../src/images/cut-window'
import type { Raster } from '../../src/images/raster'
import type { Bitmap, Rect } from '../../src/mask/bitmap'
import { dilate } from '../../src/mask/morphology'
import type { ChangeMap } from '../../src/models/model-proposer'
import { TRAINING_SIDE } from '../../src/models/photo/network/network'
import { pairSeed } from '../../src/synth/make'
import { unionBitmaps } from '../../src/mask/bitmap'
import type { Library } from '../../src/synth/photographs/library'
import { composePair } from '../../src/synth/photographs/pair'
import { changedPixels } from '../../src/synth/photographs/truth'
import type { FolderPair } from './folder-maps'
import { layChanges } from './laid-changes'
import type { PartialSample } from './partial-labels'

const SIZE = { width: TRAINING_SIDE, height: TRAINING_SIDE } as const
const SURE = { changed: 0.9, unchanged: 0.1 } as const
/** From this probability on a pixel of the folder may have changed, and so may those about it. */
const DOUBTFUL = 0.15
const DOUBTFUL_MARGIN = 4
/** Squares that are taken about a pixel that surely changed, where there is one. */
const ABOUT_CHANGES = 0.5

/** A pair of the folder, and for each pixel 1 changed, 0 not, `UNKNOWN_LABEL` unknown. */
export interface PartlyLabelled {
  readonly before: Raster
  readonly after: Raster
  readonly labels: Uint8Array
  /** Pixels labelled as changed, by their index. */
  readonly changed: readonly number[]
}

const UNKNOWN_LABEL = 2

/** The model's own answers where they are sure. */
export function selfLabelled(pair: FolderPair, teacher: ChangeMap): PartlyLabelled {
  return partlyLabelled(pair, (at) => {
    const p = teacher.values[at]
    return p > SURE.changed ? 1 : p < SURE.unchanged ? 0 : UNKNOWN_LABEL
  })
}

/** Unchanged where the model sees no change, and unknown elsewhere. */
export function unchangedAlone(pair: FolderPair, { width, height, values }: ChangeMap): PartlyLabelled {
  const data = Uint8Array.from(values, (value) => (value > DOUBTFUL ? 1 : 0))
  const doubtful = dilate({ width, height, data }, DOUBTFUL_MARGIN).data
  return partlyLabelled(pair, (at) => (doubtful[at] === 1 ? UNKNOWN_LABEL : 0))
}

function partlyLabelled({ aligned, shown }: FolderPair, labelAt: (at: number) => number): PartlyLabelled {
  const { after, registered } = aligned
  const labels = Uint8Array.from({ length: after.width * after.height }, (_, at) =>
    shown === null || shown[at] === 1 ? labelAt(at) : UNKNOWN_LABEL,
  )
  const changed: number[] = []
  labels.forEach((label, at) => {
    if (label === 1) {
      changed.push(at)
    }
  })
  return { before: registered.aligned, after, labels, changed }
}

/** Share of the pixels of all pairs that are labelled. */
export function labelledShare(pairs: readonly PartlyLabelled[]): number {
  const [known, all] = pairs.reduce(
    ([known, all], { labels }) => [
      known + labels.reduce((sum, label) => sum + (label === UNKNOWN_LABEL ? 0 : 1), 0),
      all + labels.length,
    ],
    [0, 0],
  )
  return known / all
}

/** A square of one of the pairs, mirrored at random. The same seed gives the same one. */
export function sampleOf(pairs: readonly PartlyLabelled[], seed: number, isUpright: boolean): PartialSample {
  let drawn = 0
  const random = (): number => uniformAt(seed, drawn++)
  const pair = pairs[Math.floor(random() * pairs.length)]
  const window = windowOf(pair, random)
  const frame = [TRAINING_SIDE, TRAINING_SIDE] as const
  const across = random() < 0.5
  const down = random() < 0.5 && !isUpright
  const labels = cutLabels(pair, window)
  const at = (pixel: number): number => {
    const [x, y] = [pixel % TRAINING_SIDE, Math.floor(pixel / TRAINING_SIDE)]
    return (down ? TRAINING_SIDE - 1 - y : y) * TRAINING_SIDE + (across ? TRAINING_SIDE - 1 - x : x)
  }
  const mirrored = (pixels: Uint8Array, channels: number): Uint8Array =>
    Uint8Array.from(pixels, (_, to) => pixels[channels * at(Math.floor(to / channels)) + (to % channels)])
  const own = mirrored(labels, 1)
  return {
    before: mirrored(cutWindow(pair.before, window, frame), 3),
    after: mirrored(cutWindow(pair.after, window, frame), 3),
    mask: own.map((label) => (label === 1 ? 1 : 0)),
    known: own.map((label) => (label === UNKNOWN_LABEL ? 0 : 1)),
  }
}

/** A square of one of the pairs with composed changes laid into its frames, which are known to be changed. */
export function laidSample(
  pairs: readonly PartlyLabelled[],
  library: Library,
  seed: number,
  isUpright: boolean,
): PartialSample {
  const sample = sampleOf(pairs, seed, isUpright)
  const { before, after, changed } = layChanges(sample, library, seed)
  return {
    before,
    after,
    mask: changed,
    known: sample.known.map((value, at) => value | changed[at]),
  }
}

/** A composed pair, of which everything is known. */
export function composedSample(library: Library, seed: number, index: number): PartialSample {
  const { before, after, regions } = composePair(pairSeed(seed, index), library, SIZE)
  const masks = regions.map((region): Bitmap => changedPixels(region, SIZE))
  const mask = unionBitmaps(SIZE.width, SIZE.height, masks).data
  return { before: before.data, after: after.data, mask, known: new Uint8Array(mask.length).fill(1) }
}

function windowOf({ after, changed }: PartlyLabelled, random: () => number): Rect {
  const isAbout = random() < ABOUT_CHANGES && changed.length > 0
  const [across, down] = [random(), random()]
  const at = isAbout ? changed[Math.floor(random() * changed.length)] : 0
  const start = (place: number, share: number, length: number): number => {
    const room = Math.max(0, length - TRAINING_SIDE)
    const from = isAbout ? place - share * TRAINING_SIDE : share * (room + 1)
    return Math.max(0, Math.min(room, Math.floor(from)))
  }
  return {
    x: start(at % after.width, across, after.width),
    y: start(Math.floor(at / after.width), down, after.height),
    width: Math.min(TRAINING_SIDE, after.width),
    height: Math.min(TRAINING_SIDE, after.height),
  }
}

/** As `cutWindow` cuts images. */
function cutLabels({ after, labels }: PartlyLabelled, { x, y }: Rect): Uint8Array {
  return Uint8Array.from({ length: TRAINING_SIDE ** 2 }, (_, at) => {
    const column = Math.min(after.width - 1, x + (at % TRAINING_SIDE))
    const row = Math.min(after.height - 1, y + Math.floor(at / TRAINING_SIDE))
    return labels[row * after.width + column]
  })
}
