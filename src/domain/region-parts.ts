import { decodeCounts, emptyRle, encodeCounts } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { MOST_PARTS } from './document'
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

/**
 * The parts of a region that do not touch each other, not even at a corner; none if it is in one piece. Specks go to
 * the nearest part, and so do the pieces in the other frame. The cost grows with the runs of the masks, not with pixels.
 * @param alignment from the before to the after frame; null where they lie as they are
 */
export function connectedParts({ mask, beforeMask }: PartMasks, alignment: Homography | null): PartMasks[] {
  const toBefore = (alignment === null ? null : invert(alignment)) ?? IDENTITY
  const after = piecesOf(mask, (at) => project(toBefore, at))
  const before = beforeMask === null ? [] : piecesOf(beforeMask, (at) => at)
  const parts = [after, before].map(withoutSpecks).find(({ length }) => length > 1) ?? []
  const [inAfter, inBefore] = [byPart(after, parts), byPart(before, parts)]
  return parts.map((part) => ({
    mask: joined(inAfter.get(part) ?? [], mask),
    beforeMask:
      beforeMask === null || !inBefore.has(part) ? null : joined(inBefore.get(part) ?? [], beforeMask),
  }))
}

/** Set pixels of one column, as indexes of the mask in column order; `end` exclusive. */
interface Run {
  readonly start: number
  readonly end: number
}

interface Piece {
  readonly runs: readonly Run[]
  readonly area: number
  /** Middle of its box, in pixels of the before frame. */
  readonly at: Point
}

function piecesOf(mask: Rle, toBefore: (at: Point) => Point): Piece[] {
  const runs = runsOf(mask)
  const roots = connect(runs, mask.size[0])
  const pieces = new Map<number, Run[]>()
  for (const [index, run] of runs.entries()) {
    const own = pieces.get(roots[index])
    if (own === undefined) {
      pieces.set(roots[index], [run])
    } else {
      own.push(run)
    }
  }
  return [...pieces.values()].map((own) => pieceOf(own, mask.size[0], toBefore))
}

function runsOf({ size: [height], counts }: Rle): Run[] {
  const runs: Run[] = []
  let index = 0
  for (const [position, count] of decodeCounts(counts).entries()) {
    const after = index + count
    // every second count is of set pixels
    let start = position % 2 === 1 ? index : after
    while (start < after) {
      const end = Math.min(after, (Math.floor(start / height) + 1) * height)
      runs.push({ start, end })
      start = end
    }
    index = after
  }
  return runs
}

/** Of each run the first one of its piece. Runs of neighbouring columns touch at a side or a corner. */
function connect(runs: readonly Run[], height: number): number[] {
  const parents = runs.map((_, index) => index)
  const rootOf = (at: number): number => {
    let root = at
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]]
      root = parents[root]
    }
    return root
  }
  const columnOf = ({ start }: Run): number => Math.floor(start / height)
  // runs are in order of columns and rows, so each is held against those of the column before that may touch it
  let first = 0
  for (const [index, run] of runs.entries()) {
    const column = columnOf(run)
    const isPassed = (other: Run): boolean =>
      columnOf(other) < column - 1 || (columnOf(other) === column - 1 && other.end + height < run.start)
    while (isPassed(runs[first])) {
      first += 1
    }
    for (
      let other = first;
      columnOf(runs[other]) < column && runs[other].start + height <= run.end;
      other += 1
    ) {
      const [a, b] = [rootOf(index), rootOf(other)]
      parents[Math.max(a, b)] = Math.min(a, b)
    }
  }
  return parents.map((_, index) => rootOf(index))
}

function pieceOf(runs: readonly Run[], height: number, toBefore: (at: Point) => Point): Piece {
  let [area, top, bottom] = [0, height, 0]
  for (const { start, end } of runs) {
    const row = start % height
    area += end - start
    top = Math.min(top, row)
    bottom = Math.max(bottom, row + end - start)
  }
  const [left, right] = [runs[0], runs[runs.length - 1]].map(({ start }) => Math.floor(start / height))
  return { runs, area, at: toBefore({ x: (left + right + 1) / 2, y: (top + bottom) / 2 }) }
}

/** The largest, without specks, in their order. */
function withoutSpecks(pieces: readonly Piece[]): Piece[] {
  const largest = pieces.toSorted((a, b) => b.area - a.area).slice(0, MOST_PARTS)
  const kept = new Set(largest.filter(({ area }) => area >= SPECK * largest[0].area))
  return pieces.filter((piece) => kept.has(piece))
}

/** Pieces of one frame by the part that they belong to: a part to itself, all else to the nearest. */
function byPart(pieces: readonly Piece[], parts: readonly Piece[]): Map<Piece, Piece[]> {
  const own = new Set(parts)
  const groups = new Map<Piece, Piece[]>()
  for (const piece of parts.length === 0 ? [] : pieces) {
    const part = own.has(piece) ? piece : nearest(piece, parts)
    const group = groups.get(part)
    if (group === undefined) {
      groups.set(part, [piece])
    } else {
      group.push(piece)
    }
  }
  return groups
}

function nearest({ at }: Piece, parts: readonly Piece[]): Piece {
  const distances = parts.map((part) => Math.hypot(part.at.x - at.x, part.at.y - at.y))
  return parts[distances.indexOf(Math.min(...distances))]
}

function joined(pieces: readonly Piece[], { size }: Rle): Rle {
  const [height, width] = size
  if (pieces.length === 0) {
    return emptyRle(width, height)
  }
  const runs = pieces.flatMap((piece) => piece.runs).sort((a, b) => a.start - b.start)
  const counts: number[] = []
  let last = -1
  for (const { start, end } of runs) {
    // a run that goes on in the next column is one
    if (start === last) {
      counts[counts.length - 1] += end - start
    } else {
      counts.push(start - Math.max(0, last), end - start)
    }
    last = end
  }
  const rest = width * height - last
  return { size, counts: encodeCounts(rest === 0 ? counts : [...counts, rest]) }
}
