import { writeIds } from '../../pair-data'
import { CAPTION_LENGTH, GRID_SIDE, IMAGE_SIDE } from '../../layers/sizes'
import type { FillInputs, Sample } from '../../pair-data'
import { perturbSequence, drawHiding, frameWeights, hiddenTokens, sampleFrames } from './sampling'
import { PROCEDURE_FRAMES } from './network'
import { CELL_SIDE } from './procedure-encoder'
import { clamp } from '../../../basics/numbers'

/** Share of the sequences that are not as they were, and of the texts that are another pair's. */
const FALSE_SHARE = 0.25
/**
 * Moments between both ends of which two are sampled where nothing was rendered (the paper has VFIformer interpolate
 * as many).
 */
const MOMENTS = 7
/** Frames of a procedure that lie between its ends. */
const BETWEEN = PROCEDURE_FRAMES - 2

const FRAME = 3 * IMAGE_SIDE * IMAGE_SIDE

/** A procedure, what of it is hidden, and a text that may be of another pair. */
export const fillProcedure: FillInputs = (own, sample, other, { tokenizer, random }) => {
  const { sequence, ordered, hidden, reading, belongs } = own
  if (!(sequence instanceof Float32Array) || ordered === undefined || belongs === undefined) {
    return
  }
  writeSequence(sequence, sample, random)
  const isFalse = random() < FALSE_SHARE
  if (isFalse) {
    perturbSequence(sequence, other, random)
  }
  ordered[0] = isFalse ? 0 : 1
  if (hidden instanceof Float32Array) {
    hidden.set(hiddenTokens(drawHiding(random), PROCEDURE_FRAMES, CELL_SIDE, random))
  }
  const teller = random() < FALSE_SHARE ? other : sample
  const { text } = teller.captions[Math.floor(random() * teller.captions.length)]
  writeIds(reading, tokenizer.encode(text).slice(0, CAPTION_LENGTH))
  belongs[0] = describes(text, sample) || (!sample.isChanged && !teller.isChanged) ? 1 : 0
}

function describes(text: string, { captions }: Sample): boolean {
  return captions.some((caption) => caption.text === text)
}

/** First frame, two between, last frame: rendered ones where there are as many, else cross-fades along the true correspondence. */
function writeSequence(out: Float32Array, sample: Sample, random: () => number): void {
  const { before, after, between } = sample
  const moments = between.length < BETWEEN ? MOMENTS : between.length
  const sampled = sampleFrames(weightsOf(moments), BETWEEN, random)
  const middle =
    between.length < BETWEEN
      ? sampled.map(crossFades(sample, moments))
      : sampled.map((moment) => between[moment]())
  const frames = [before, ...middle, after]
  frames.forEach((data, index) => out.set(data, index * FRAME))
}

/** The similarity of a frame to an end is its nearness in time: a substitute for a trained similarity. */
function weightsOf(moments: number): number[] {
  const times = Array.from({ length: moments }, (_, moment) => timeOf(moment, moments))
  return frameWeights(
    times.map((time) => 1 - time),
    times,
  )
}

function timeOf(moment: number, moments: number): number {
  return (moment + 1) / (moments + 1)
}

function crossFades(
  { before, after, forward, backward }: Sample,
  moments: number,
): (moment: number) => Float32Array {
  const side = IMAGE_SIDE
  const [first, last] = [before, after].map((data) => ({ width: side, height: side, data }))
  const [there, back] = [forward, backward].map((tokens) => tokenDisplacement(tokens, GRID_SIDE, side, side))
  const between = interpolateFrames(first, last, there, back)
  return (moment) => between(timeOf(moment, moments)).data
}

/** A frame between two others, where no renderer can make one. */

/** Three planes, each row by row. */
export interface PlaneFrame {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

/** Where what a cell of a frame shows is in the other frame, minus where it is here, in pixels: x and y of each of side x side cells; NaN where it is not there. */
interface CellDisplacement {
  readonly side: number
  readonly values: Float32Array
}

/** The displacement that a grid of counterparts means: for each token the other frame's token, or `side * side`. */
export function tokenDisplacement(
  tokens: ArrayLike<number>,
  side: number,
  width: number,
  height: number,
): CellDisplacement {
  const values = Float32Array.from({ length: 2 * side * side }, (_, at) => {
    const [from, to] = [at >> 1, tokens[at >> 1]]
    if (to >= side * side) {
      return NaN
    }
    return at % 2 === 0
      ? ((to % side) - (from % side)) * (width / side)
      : (Math.floor(to / side) - Math.floor(from / side)) * (height / side)
  })
  return { side, values }
}

/**
 * The frame at any `time` in 0..1 of a change: both frames are moved that far along their displacements and laid over
 * each other, 1 - time of the first and time of the last. What has no counterpart fades in its place. An approximation:
 * the displacement is read where a pixel ends up, not where it comes from, which is right where neighbours move alike.
 * @throws RangeError for frames of two sizes
 */
export function interpolateFrames(
  first: PlaneFrame,
  last: PlaneFrame,
  forward: CellDisplacement,
  backward: CellDisplacement,
): (time: number) => PlaneFrame {
  const { width, height } = first
  if (last.width !== width || last.height !== height) {
    throw new RangeError(
      `Frames of ${width} x ${height} and ${last.width} x ${last.height} have no frame between: make them one size.`,
    )
  }
  const there = pixelDisplacement(forward, width, height)
  const back = pixelDisplacement(backward, width, height)
  return (time) => {
    const data = new Float32Array(first.data.length)
    addWarped(data, first, there, time, 1 - time)
    addWarped(data, last, back, 1 - time, time)
    return { width, height, data }
  }
}

/** Adds `share` of a frame that has moved so far along its displacement, bilinear; beyond a frame its border continues. */
function addWarped(
  out: Float32Array,
  { width, height, data }: PlaneFrame,
  displacement: Float32Array,
  far: number,
  share: number,
): void {
  const area = width * height
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const column = clamp(x - far * displacement[2 * at], width - 1)
      const row = clamp(y - far * displacement[2 * at + 1], height - 1)
      const [left, top] = [Math.floor(column), Math.floor(row)]
      const [across, down] = [column - left, row - top]
      const corner = top * width + left
      const right = left + 1 < width ? 1 : 0
      const below = top + 1 < height ? width : 0
      for (let plane = 0; plane < 3 * area; plane += area) {
        const from = plane + corner
        const upper = data[from] * (1 - across) + data[from + right] * across
        const lower = data[from + below] * (1 - across) + data[from + below + right] * across
        out[plane + at] += share * (upper * (1 - down) + lower * down)
      }
    }
  }
}

/** Bilinear over the cells around a pixel that have a displacement; 0 where none has. x and y of each pixel. */
function pixelDisplacement({ side, values }: CellDisplacement, width: number, height: number): Float32Array {
  const out = new Float32Array(2 * width * height)
  for (let y = 0, at = 0; y < height; y++) {
    const row = clamp(((y + 0.5) * side) / height - 0.5, side - 1)
    const top = Math.floor(row)
    const down = row - top
    for (let x = 0; x < width; x++, at += 2) {
      const column = clamp(((x + 0.5) * side) / width - 0.5, side - 1)
      const left = Math.floor(column)
      const across = column - left
      let weight = 0
      for (let corner = 0; corner < 4; corner++) {
        const [right, below] = [corner & 1, corner >> 1]
        const cell = 2 * (Math.min(side - 1, top + below) * side + Math.min(side - 1, left + right))
        if (Number.isNaN(values[cell])) {
          continue
        }
        const share = (right === 1 ? across : 1 - across) * (below === 1 ? down : 1 - down)
        out[at] += share * values[cell]
        out[at + 1] += share * values[cell + 1]
        weight += share
      }
      if (weight > 0) {
        out[at] /= weight
        out[at + 1] /= weight
      }
    }
  }
  return out
}
