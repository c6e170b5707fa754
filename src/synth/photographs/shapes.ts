import { cosine, sine } from '../numeric'
import type { Random } from '../random'
import { drawName, inRange, logUniform, RATES } from './rates'
import type { Range } from './rates'

/** `[x, y]`, pixels of the frame. */
export type Point = readonly [x: number, y: number]

/** A thing without a name: a set of closed polygons, or a line. */
export interface Shape {
  readonly kind: keyof typeof RATES.shapes.kinds
  /** Closed, except for a line. */
  readonly paths: readonly (readonly Point[])[]
  /** For a line, half of its width, pixels; 0 for all else. */
  readonly halfWidth: number
  /** Largest extent, pixels. */
  readonly side: number
}

export interface FrameSize {
  readonly width: number
  readonly height: number
}

const ROUND_CORNERS = 28
const LINE_POINTS = 9

export function drawShape(random: Random, size: FrameSize): Shape {
  const kind = drawName(random, RATES.shapes.kinds)
  return shapeOf(random, kind, kind === 'leaves' ? RATES.shapes.leaves.side : RATES.shapes.side, size)
}

/** @param side as shares of the frame's shorter side */
export function shapeOf(random: Random, kind: Shape['kind'], side: Range, size: FrameSize): Shape {
  const extent = logUniform(random, side) * Math.min(size.width, size.height)
  const middle: Point = [random.range(0, size.width), random.range(0, size.height)]
  if (kind === 'line') {
    const halfWidth = inRange(random, RATES.shapes.lineWidth) / 2
    return { kind, paths: [bentLine(random, middle, Math.max(12, extent))], halfWidth, side: extent }
  }
  const paths =
    kind === 'leaves' ? leaves(random, middle, extent) : [placed(outline(random, kind), middle, extent)]
  return { kind, paths, halfWidth: 0, side: extent }
}

/** About the origin, within a distance of 1. */
function outline(random: Random, kind: 'ellipse' | 'box' | 'polygon' | 'blob'): Point[] {
  const turn = random.range(0, 2 * Math.PI)
  const flat = random.range(0.3, 1)
  switch (kind) {
    case 'ellipse':
      return turned(
        ring(ROUND_CORNERS, () => 1).map(([x, y]) => [x, y * flat]),
        turn,
      )
    case 'box': {
      // most boxes of this world stand upright
      const corners: Point[] = [
        [-1, -flat],
        [1, -flat],
        [1, flat],
        [-1, flat],
      ]
      return turned(
        corners.map(([x, y]) => [x * 0.7, y * 0.7]),
        random.chance(0.5) ? turn : 0,
      )
    }
    case 'polygon':
      return turned(
        ring(random.integer(3, 8), () => random.range(0.4, 1)),
        turn,
      )
    case 'blob': {
      const waves = [2, 3, 4, 5].map((count) => ({
        count,
        size: random.range(0, 0.5 / count),
        phase: random.range(0, 2 * Math.PI),
      }))
      const radius = (angle: number): number =>
        waves.reduce((sum, { count, size, phase }) => sum + size * cosine(count * angle + phase), 0.62)
      return turned(
        ring(ROUND_CORNERS, radius).map(([x, y]) => [x, y * flat]),
        turn,
      )
    }
  }
}

function ring(corners: number, radius: (angleRad: number) => number): Point[] {
  return Array.from({ length: corners }, (_, at): Point => {
    const angle = (2 * Math.PI * at) / corners
    const r = radius(angle)
    return [r * cosine(angle), r * sine(angle)]
  })
}

function turned(points: readonly Point[], angleRad: number): Point[] {
  const [c, s] = [cosine(angleRad), sine(angleRad)]
  return points.map(([x, y]) => [c * x - s * y, s * x + c * y])
}

function placed(points: readonly Point[], [x, y]: Point, extent: number): Point[] {
  return points.map(([u, v]) => [x + (u * extent) / 2, y + (v * extent) / 2])
}

/** The leaves of a twig about a point. */
function leaves(random: Random, [x, y]: Point, extent: number): Point[][] {
  const lean = random.range(0, 2 * Math.PI)
  return Array.from({ length: random.integer(7, 16) }, () => {
    const [right, down] = [random.range(-0.4, 0.4), random.range(-0.4, 0.4)]
    const leaf = turned(
      ring(10, () => 1).map(([u, v]) => [u, v * 0.4]),
      lean + random.range(-0.8, 0.8),
    )
    return placed(leaf, [x + right * extent, y + down * extent], extent * random.range(0.2, 0.38))
  })
}

/** A curve with one bend. */
function bentLine(random: Random, [x, y]: Point, extent: number): Point[] {
  const angle = random.range(0, 2 * Math.PI)
  const [right, down] = [(cosine(angle) * extent) / 2, (sine(angle) * extent) / 2]
  const bend = random.chance(0.5) ? 0 : random.range(-0.6, 0.6)
  const [bendX, bendY] = [-down * bend * 2, right * bend * 2]
  return Array.from({ length: LINE_POINTS }, (_, at): Point => {
    const t = (2 * at) / (LINE_POINTS - 1) - 1
    const off = 1 - t * t
    return [x + right * t + bendX * off, y + down * t + bendY * off]
  })
}
