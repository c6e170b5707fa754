import { encodeRuns, runsAt } from '../mask/column-runs'
import type { Rle } from '../mask/rle'
import { DisjointSets } from '../basics/disjoint-sets'
import { MOST_PARTS } from './document'
import { groupBy } from '../basics/group-by'
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

interface Piece {
  /** Column, first row, and the row behind the last, of each of its runs, by column and row. */
  readonly runs: readonly Run[]
  readonly area: number
  /** Middle of its box, in pixels of the before frame. */
  readonly at: Point
}

type Run = readonly [column: number, top: number, bottom: number]

const ORIGIN = { x: 0, y: 0 }

function piecesOf(mask: Rle, toBefore: (at: Point) => Point): Piece[] {
  const { triples } = runsAt(mask, ORIGIN)
  const runs = Array.from({ length: triples.length / 3 }, (_, at): Run => {
    return [triples[3 * at], triples[3 * at + 1], triples[3 * at + 2]]
  })
  const sets = connected(runs)
  return [...groupBy(runs.keys(), (index) => sets.rootOf(index)).values()].map((group) =>
    pieceOf(
      group.map((index) => runs[index]),
      toBefore,
    ),
  )
}

/** Runs by their place, joined where those of neighbouring columns touch at a side or a corner. */
function connected(runs: readonly Run[]): DisjointSets {
  const sets = new DisjointSets(runs.length)
  // runs are in order of columns and rows, so each is held against those of the column before that may touch it
  let first = 0
  for (const [index, [column, top, bottom]] of runs.entries()) {
    const isPassed = ([other, , end]: Run): boolean =>
      other < column - 1 || (other === column - 1 && end < top)
    while (isPassed(runs[first])) {
      first += 1
    }
    for (let other = first; runs[other][0] < column && runs[other][1] <= bottom; other += 1) {
      sets.join(index, other)
    }
  }
  return sets
}

function pieceOf(runs: readonly Run[], toBefore: (at: Point) => Point): Piece {
  let [area, top, bottom] = [0, Infinity, 0]
  for (const [, start, end] of runs) {
    area += end - start
    top = Math.min(top, start)
    bottom = Math.max(bottom, end)
  }
  const [left, right] = [runs[0][0], runs[runs.length - 1][0]]
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
  return groupBy(parts.length === 0 ? [] : pieces, (piece) =>
    own.has(piece) ? piece : nearest(piece, parts),
  )
}

function nearest({ at }: Piece, parts: readonly Piece[]): Piece {
  const distances = parts.map((part) => Math.hypot(part.at.x - at.x, part.at.y - at.y))
  return parts[distances.indexOf(Math.min(...distances))]
}

function joined(pieces: readonly Piece[], { size: [height, width] }: Rle): Rle {
  const runs = pieces
    .flatMap((piece) => piece.runs)
    .sort(([column, top], [otherColumn, otherTop]) => column - otherColumn || top - otherTop)
  return encodeRuns({ triples: Int32Array.from(runs.flat()) }, { width, height })
}
