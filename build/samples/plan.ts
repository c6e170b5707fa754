// How the pairs of a sample are written down. Places are pixels of the frame.

import type { Rect } from '../../src/mask/bitmap'
import type {
  Filling,
  FrameLook,
  FrameName,
  PaintColour,
  PlannedChange,
  PlannedNuisances,
  PlannedShadow,
} from '../../src/synth/photographs/planned'
import { NO_NUISANCES, PLAIN_LOOK } from '../../src/synth/photographs/planned'
import type { FrameSize, Point } from '../../src/synth/photographs/shapes'

export interface SamplePair {
  readonly name: string
  /** A file of `sources.ts`. */
  readonly photograph: string
  /** Pixels of the photograph. */
  readonly part: Rect
  readonly size: FrameSize
  /** In this order; empty where nothing changed. */
  readonly changes: readonly PlannedChange[]
  readonly nuisances: PlannedNuisances
  readonly caption: string
}

/** Light and camera of a pair. All that is left out is the same in both frames. */
export interface Differences {
  readonly after?: Light
  readonly before?: Light
  readonly shadows?: readonly PlannedShadow[]
  /** Of the after frame, pixels and degrees. */
  readonly shift?: Point
  readonly turn?: number
}

export interface Light {
  /** Factor by channel: red, green, blue. */
  readonly gain?: readonly [number, number, number]
  /** Lift of mid grey, as a share of the range. */
  readonly bend?: number
  /** The strength of a smooth field of light, 0 to 1. */
  readonly field?: number
  /** Standard deviation, levels. */
  readonly noise?: number
}

const EDGE = 1.5

export function differ({
  after,
  before,
  shadows = [],
  shift = [0, 0],
  turn = 0,
}: Differences): PlannedNuisances {
  return {
    ...NO_NUISANCES,
    shadows,
    alignment: {
      pixels: Math.max(Math.abs(shift[0]), Math.abs(shift[1])),
      shiftX: shift[0],
      shiftY: shift[1],
      angleRad: (turn * Math.PI) / 180,
      scale: 1,
      warp: null,
    },
    before: lookIn(before),
    after: lookIn(after),
  }
}

function lookIn({ gain = [1, 1, 1], bend = 0, field = 0, noise = 1 }: Light = {}): FrameLook {
  return {
    ...PLAIN_LOOK,
    tone: { gain, offset: [0, 0, 0], bend, field: { strength: field, cell: 220, seed: 7 }, isStrong: false },
    noise,
  }
}

/** Puts another part of the same picture over an outline. @param from its offset, pixels */
export function copied(
  frame: FrameName,
  outline: readonly Point[],
  from: Point,
  soft: number = EDGE,
): PlannedChange {
  return shaped('patch', frame, outline, { of: 'picture', right: from[0], down: from[1] }, soft)
}

export function painted(
  frame: FrameName,
  outline: readonly Point[],
  colour: PaintColour,
  soft: number = EDGE,
): PlannedChange {
  return shaped('paint', frame, outline, { of: 'paint', colour, kept: 0 }, soft)
}

function shaped(
  kind: 'paint' | 'patch',
  frame: FrameName,
  outline: readonly Point[],
  filling: Filling,
  soft: number,
): PlannedChange {
  return { kind, frame, shape: polygon(outline), soft, defocus: 0, filling }
}

/** A shadow of something outside of the picture, which is no change. @param strength 0 to 1 */
export function shadow(
  frame: FrameName,
  outline: readonly Point[],
  strength: number,
  soft: number,
): PlannedShadow {
  return { frame, form: { of: 'shape', shape: polygon(outline) }, soft, strength }
}

function polygon(outline: readonly Point[]) {
  const across = outline.map(([x]) => x)
  const down = outline.map(([, y]) => y)
  const side = Math.max(Math.max(...across) - Math.min(...across), Math.max(...down) - Math.min(...down))
  return { kind: 'polygon', paths: [outline], halfWidth: 0, side } as const
}

const RING_POINTS = 32

export function ring([x, y]: Point, across: number, down: number = across): Point[] {
  return Array.from({ length: RING_POINTS }, (_, at): Point => {
    const angle = (2 * Math.PI * at) / RING_POINTS
    return [x + across * Math.cos(angle), y + down * Math.sin(angle)]
  })
}

export function box(left: number, top: number, right: number, bottom: number): Point[] {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

/** Moves an outline. */
export function moved(outline: readonly Point[], right: number, down: number): Point[] {
  return outline.map(([x, y]) => [x + right, y + down])
}

/** Moves the corners of an outline towards its middle. @param pixels how far */
export function shrunk(outline: readonly Point[], pixels: number): Point[] {
  const [middleX, middleY] = [0, 1].map(
    (axis) => outline.reduce((sum, point) => sum + point[axis], 0) / outline.length,
  )
  return outline.map(([x, y]) => {
    const distance = Math.hypot(x - middleX, y - middleY)
    const share = (distance - pixels) / distance
    return [middleX + share * (x - middleX), middleY + share * (y - middleY)]
  })
}

/** Shares of a car's length and width, from its middle. */
const CAR_BODY: readonly Point[] = [
  [-0.5, -0.38],
  [-0.44, -0.5],
  [0.4, -0.5],
  [0.5, -0.32],
  [0.5, 0.32],
  [0.4, 0.5],
  [-0.44, 0.5],
  [-0.5, 0.38],
]
const CAR_GLASS: readonly (readonly Point[])[] = [box(0.1, -0.38, 0.24, 0.38), box(-0.38, -0.36, -0.28, 0.36)]
const CAR_WIDTH = 0.43
const GLASS: PaintColour = [26, 30, 36]
const UNDER_CAR: PaintColour = [18, 20, 20]

/** A car from above. @param turn degrees, 0 heads right @param length pixels */
export function car(
  frame: FrameName,
  [x, y]: Point,
  turn: number,
  length: number,
  colour: PaintColour,
): PlannedChange[] {
  const [cosine, sine] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  const placed = (outline: readonly Point[], grown = 1): Point[] =>
    outline.map(([along, aside]) => {
      const [u, v] = [along * length * grown, aside * length * CAR_WIDTH * grown]
      return [x + u * cosine - v * sine, y + u * sine + v * cosine]
    })
  return [
    painted(frame, moved(placed(CAR_BODY, 1.08), 1, 1.5), UNDER_CAR, 2),
    painted(frame, placed(CAR_BODY), colour, 1),
    ...CAR_GLASS.map((glass) => painted(frame, placed(glass), GLASS, 1)),
  ]
}
