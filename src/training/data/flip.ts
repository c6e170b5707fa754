import { TRAINING_GRID } from '../../dataset/synthetic/training-record'
import type { TrainingPixels, TrainingRecord } from '../../dataset/synthetic/training-record'

/** How a pair is flipped. Captions exchange the names of the sides accordingly. */
export interface Flip {
  /** Left becomes right. */
  readonly horizontal: boolean
  /** Top becomes bottom. */
  readonly vertical: boolean
}

type SyntheticObject = TrainingRecord['objects']['before'][number]

const TOKENS = TRAINING_GRID * TRAINING_GRID
const HORIZONTAL_SWAPS = { left: 'right', right: 'left', leftmost: 'rightmost', rightmost: 'leftmost' }
const VERTICAL_SWAPS = { top: 'bottom', bottom: 'top' }

/** The record of a flipped pair; spans move with the exchanged words. */
export function flipRecord(record: TrainingRecord, flip: Flip): TrainingRecord {
  const { captions, objects } = record
  const flipObject = ({ facingRad, ...rest }: SyntheticObject): SyntheticObject => {
    const isReversed = flip.horizontal !== flip.vertical
    return { ...rest, facingRad: isReversed && facingRad !== null ? -facingRad : facingRad }
  }
  return {
    ...record,
    captions: captions.map((caption) => flipCaption(caption, flip)),
    objects: { before: objects.before.map(flipObject), after: objects.after.map(flipObject) },
  }
}

function flipCaption(
  { text, spans }: TrainingRecord['captions'][number],
  { horizontal, vertical }: Flip,
): TrainingRecord['captions'][number] {
  const others = new Map(
    Object.entries({ ...(horizontal ? HORIZONTAL_SWAPS : {}), ...(vertical ? VERTICAL_SWAPS : {}) }),
  )
  const replacements = [...text.matchAll(/[a-z]+/g)].flatMap(({ 0: word, index }) => {
    const other = others.get(word)
    return other === undefined ? [] : [{ end: index + word.length, longer: other.length - word.length }]
  })
  const moved = (offset: number): number =>
    replacements.reduce((to, { end, longer }) => (end <= offset ? to + longer : to), offset)
  return {
    text: text.replaceAll(/[a-z]+/g, (word) => others.get(word) ?? word),
    spans: spans.map((span) => ({ ...span, start: moved(span.start), end: moved(span.end) })),
  }
}

/** The pixels, regions, objects and flow of a flipped pair of `width` x `height` pixels. */
export function flipPixels(
  pixels: TrainingPixels,
  { width, height }: Pick<TrainingRecord, 'width' | 'height'>,
  flip: Flip,
): TrainingPixels {
  const places = flippedIndices(width, height, flip)
  const tokens = flippedIndices(TRAINING_GRID, TRAINING_GRID, flip)
  const frame = (source: Uint8Array): Uint8Array => {
    const out = new Uint8Array(source.length)
    places.forEach((from, to) => {
      out[3 * to] = source[3 * from]
      out[3 * to + 1] = source[3 * from + 1]
      out[3 * to + 2] = source[3 * from + 2]
    })
    return out
  }
  // a flip is its own inverse, so `tokens` maps match targets too
  const matches = (source: Int16Array): Int16Array =>
    source.map((_, at) => {
      const to = source[tokens[at]]
      return to < TOKENS ? tokens[to] : to
    })
  const flow = (source: Float32Array): Float32Array => {
    const signs = [flip.horizontal ? -1 : 1, flip.vertical ? -1 : 1]
    return source.map((_, at) => signs[at % 2] * source[2 * tokens[at >> 1] + (at % 2)])
  }
  return {
    before: frame(pixels.before),
    after: frame(pixels.after),
    beforeRegions: reorder(pixels.beforeRegions, places),
    afterRegions: reorder(pixels.afterRegions, places),
    vacatedRegions: reorder(pixels.vacatedRegions, places),
    forward: matches(pixels.forward),
    backward: matches(pixels.backward),
    beforeObjects: reorder(pixels.beforeObjects, tokens),
    afterObjects: reorder(pixels.afterObjects, tokens),
    forwardFlow: flow(pixels.forwardFlow),
    backwardFlow: flow(pixels.backwardFlow),
    between: pixels.between.map(frame),
  }
}

function reorder(source: Uint8Array, from: Uint32Array): Uint8Array {
  return source.map((_, at) => source[from[at]])
}

/** For each cell of a flipped grid, row by row, the index of its source cell. */
function flippedIndices(width: number, height: number, { horizontal, vertical }: Flip): Uint32Array {
  return Uint32Array.from({ length: width * height }, (_, at) => {
    const column = at % width
    const row = Math.floor(at / width)
    return (vertical ? height - 1 - row : row) * width + (horizontal ? width - 1 - column : column)
  })
}
