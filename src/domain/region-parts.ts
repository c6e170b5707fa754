import { componentExtents, labelComponents } from '../mask/components'
import { decodePlaced, encodePlaced, union } from '../mask/placed-mask'
import type { PlacedMask } from '../mask/placed-mask'
import { emptyRle, rleArea } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { IDENTITY, invert, project } from './homography'
import type { Point } from './homography'
import type { Homography } from './pair'

export interface PartMasks {
  /** In the after frame. */
  readonly mask: Rle
  readonly beforeMask: Rle | null
}

/** A piece smaller than this share of the largest one is a speck. */
const SPECK = 0.01
const MOST_PARTS = 100

/**
 * The parts of a region that do not touch each other, not even at a corner; none if it is in one piece. Specks go to
 * the nearest part, and so do the pieces in the other frame.
 * @param alignment from the before to the after frame; null where they lie as they are
 */
export function connectedParts({ mask, beforeMask }: PartMasks, alignment: Homography | null): PartMasks[] {
  const toBefore = (alignment === null ? null : invert(alignment)) ?? IDENTITY
  const after = piecesOf(mask, (at) => project(toBefore, at))
  const before = beforeMask === null ? [] : piecesOf(beforeMask, (at) => at)
  const parts = [after, before].map(withoutSpecks).find(({ length }) => length > 1) ?? []
  const inPart = (piece: Piece): number => {
    const own = parts.indexOf(piece)
    return own === -1 ? nearest(piece, parts) : own
  }
  const [afterParts, beforeParts] = [after.map(inPart), before.map(inPart)]
  return parts.map((_, part) => ({
    mask:
      joined(
        after.filter((_piece, at) => afterParts[at] === part),
        mask,
      ) ?? emptyRle(mask.size[1], mask.size[0]),
    beforeMask: joined(
      before.filter((_piece, at) => beforeParts[at] === part),
      beforeMask ?? mask,
    ),
  }))
}

interface Piece {
  readonly placed: PlacedMask
  /** Its middle, in pixels of the before frame. */
  readonly at: Point
}

function piecesOf(mask: Rle, toBefore: (at: Point) => Point): Piece[] {
  if (rleArea(mask) === 0) {
    return []
  }
  const whole = decodePlaced(mask)
  const components = labelComponents(whole, 8)
  return componentExtents(components).map(({ label, area, bounds: { x, y, width, height } }) => {
    const data = new Uint8Array(width * height)
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        const at = (y + row) * whole.width + x + column
        data[row * width + column] = components.labels[at] === label ? 1 : 0
      }
    }
    const placed = { x: whole.x + x, y: whole.y + y, width, height, data, area }
    return { placed, at: toBefore({ x: placed.x + width / 2, y: placed.y + height / 2 }) }
  })
}

function withoutSpecks(pieces: readonly Piece[]): Piece[] {
  const largest = pieces.toSorted((a, b) => b.placed.area - a.placed.area).slice(0, MOST_PARTS)
  return pieces.filter((piece) => {
    return largest.includes(piece) && piece.placed.area >= SPECK * largest[0].placed.area
  })
}

/** Index of the part whose middle is the nearest. */
function nearest({ at }: Piece, parts: readonly Piece[]): number {
  const distances = parts.map((part) => Math.hypot(part.at.x - at.x, part.at.y - at.y))
  return distances.indexOf(Math.min(...distances))
}

/** Null for none. */
function joined(pieces: readonly Piece[], { size: [height, width] }: Rle): Rle | null {
  return pieces.length === 0
    ? null
    : encodePlaced(union(pieces.map(({ placed }) => placed)), { width, height })
}
