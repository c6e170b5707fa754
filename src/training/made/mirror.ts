import { TRAINING_GRID, type TrainingPixels, type TrainingRecord } from '../../dataset/made/training-record'

/** Which way a pair is turned over. Made worlds are as true in a mirror; what captions call the sides changes with it. */
export interface Mirroring {
  /** Left becomes right. */
  readonly across: boolean
  /** Top becomes bottom. */
  readonly down: boolean
}

type MadeThing = TrainingRecord['objects']['before'][number]

const TOKENS = TRAINING_GRID * TRAINING_GRID
const ACROSS = { left: 'right', right: 'left', leftmost: 'rightmost', rightmost: 'leftmost' }
const DOWN = { top: 'bottom', bottom: 'top' }

/** What is said of a mirrored pair, with the words' places. */
export function mirroredRecord(record: TrainingRecord, mirroring: Mirroring): TrainingRecord {
  const { captions, objects } = record
  const turn = ({ facingRad, ...thing }: MadeThing): MadeThing => {
    const isTurned = mirroring.across !== mirroring.down
    return { ...thing, facingRad: isTurned && facingRad !== null ? -facingRad : facingRad }
  }
  return {
    ...record,
    captions: captions.map((caption) => mirroredCaption(caption, mirroring)),
    objects: { before: objects.before.map(turn), after: objects.after.map(turn) },
  }
}

function mirroredCaption(
  { text, spans }: TrainingRecord['captions'][number],
  { across, down }: Mirroring,
): TrainingRecord['captions'][number] {
  const others = new Map(Object.entries({ ...(across ? ACROSS : {}), ...(down ? DOWN : {}) }))
  const found = [...text.matchAll(/[a-z]+/g)].flatMap(({ 0: word, index }) => {
    const other = others.get(word)
    return other === undefined ? [] : [{ end: index + word.length, longer: other.length - word.length }]
  })
  const moved = (place: number): number =>
    found.reduce((to, { end, longer }) => (end <= place ? to + longer : to), place)
  return {
    text: text.replaceAll(/[a-z]+/g, (word) => others.get(word) ?? word),
    spans: spans.map((span) => ({ ...span, start: moved(span.start), end: moved(span.end) })),
  }
}

/** The pixels, regions, things and ways of a mirrored pair of `width` x `height` pixels. */
export function mirroredPixels(
  pixels: TrainingPixels,
  { width, height }: Pick<TrainingRecord, 'width' | 'height'>,
  mirroring: Mirroring,
): TrainingPixels {
  const places = placesIn(width, height, mirroring)
  const tokens = placesIn(TRAINING_GRID, TRAINING_GRID, mirroring)
  const frame = (source: Uint8Array): Uint8Array => {
    const out = new Uint8Array(source.length)
    places.forEach((from, to) => {
      out[3 * to] = source[3 * from]
      out[3 * to + 1] = source[3 * from + 1]
      out[3 * to + 2] = source[3 * from + 2]
    })
    return out
  }
  // a mirror is its own inverse, so that tokens say where a match goes too
  const matches = (source: Int16Array): Int16Array =>
    source.map((_, at) => {
      const to = source[tokens[at]]
      return to < TOKENS ? tokens[to] : to
    })
  const ways = (source: Float32Array): Float32Array => {
    const signs = [mirroring.across ? -1 : 1, mirroring.down ? -1 : 1]
    return source.map((_, at) => signs[at % 2] * source[2 * tokens[at >> 1] + (at % 2)])
  }
  return {
    before: frame(pixels.before),
    after: frame(pixels.after),
    beforeRegions: bytes(pixels.beforeRegions, places),
    afterRegions: bytes(pixels.afterRegions, places),
    vacatedRegions: bytes(pixels.vacatedRegions, places),
    forward: matches(pixels.forward),
    backward: matches(pixels.backward),
    beforeObjects: bytes(pixels.beforeObjects, tokens),
    afterObjects: bytes(pixels.afterObjects, tokens),
    forwardWays: ways(pixels.forwardWays),
    backwardWays: ways(pixels.backwardWays),
    between: pixels.between.map(frame),
  }
}

function bytes(source: Uint8Array, from: Uint32Array): Uint8Array {
  return source.map((_, at) => source[from[at]])
}

/** For each place of a grid, row by row, the place that the mirror shows there. */
function placesIn(width: number, height: number, { across, down }: Mirroring): Uint32Array {
  return Uint32Array.from({ length: width * height }, (_, at) => {
    const column = at % width
    const row = Math.floor(at / width)
    return (down ? height - 1 - row : row) * width + (across ? width - 1 - column : column)
  })
}
