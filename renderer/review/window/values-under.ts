import { invert, project } from '../../../src/domain/homography'
import type { Point } from '../../../src/domain/homography'
import type { Frame } from '../../../src/domain/document'
import type { Pair } from '../../../src/domain/pair'
import type { Size } from '../../../src/mask/bitmap'
import { spellValue } from '../../text/spelling'
import type { ValuePlane } from './value-plane'

type Planes = Readonly<Record<Frame, ValuePlane | null>>

const UNKNOWN = '–'

/**
 * Values of both frames at one place, as `before | after`: `-843 | 57`. Those of a reduced preview are means of squares,
 * and are said to be about that. Null beyond the image, and where neither frame has values here.
 * @param frame whose pixel `at` is, in whole numbers
 */
export function spellValues(
  planes: Planes,
  pair: Pick<Pair, 'alignment' | 'width' | 'height'>,
  frame: Frame,
  at: Point,
): string | null {
  const known = [planes.before, planes.after].filter((plane) => plane !== null)
  if (known.length === 0 || !isInside(at, pair)) {
    return null
  }
  const other = counterpart(at, frame, pair)
  const places = frame === 'after' ? { before: other, after: at } : { before: at, after: other }
  const [before, after] = (['before', 'after'] as const).map((one) => spellAt(planes[one], places[one], pair))
  const isExact = known.every(({ width, height }) => width === pair.width && height === pair.height)
  return `${isExact ? '' : '≈ '}${before} | ${after}`
}

function isInside({ x, y }: Point, { width, height }: Size): boolean {
  return x >= 0 && y >= 0 && x < width && y < height
}

/** The pixel of the other frame that shows the same. Null where there is none. */
function counterpart(at: Point, frame: Frame, { alignment }: Pick<Pair, 'alignment'>): Point | null {
  if (alignment === null) {
    return at
  }
  const map = frame === 'before' ? alignment : invert(alignment)
  if (map === null) {
    return null
  }
  const { x, y } = project(map, at)
  return { x: Math.round(x), y: Math.round(y) }
}

function spellAt(plane: ValuePlane | null, at: Point | null, image: Size): string {
  if (plane === null || at === null || !isInside(at, image)) {
    return UNKNOWN
  }
  const { width, height, channels, data } = plane
  const column = Math.floor(((at.x + 0.5) * width) / image.width)
  const row = Math.floor(((at.y + 0.5) * height) / image.height)
  const start = (row * width + column) * channels
  const values = [...data.subarray(start, start + channels)]
  return values.some(Number.isNaN) ? UNKNOWN : values.map(spellValue).join(' ')
}
