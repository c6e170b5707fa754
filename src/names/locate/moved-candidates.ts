import { colourDistance } from '../colour'
import type { Candidate } from './candidate'

/** Most regions that are compared with each other. */
const MOST_COMPARED = 30

/** What moved looks alike at both places. */
const MOVED = { colourDistance: 25, sizeFactor: 2.5 } as const

/** Each two regions that look like one thing at two places. */
export function movedCandidates(named: readonly Candidate[]): Candidate[] {
  const most = named.toSorted((a, b) => b.change.share - a.change.share).slice(0, MOST_COMPARED)
  return most.flatMap((left) =>
    most.flatMap((came): Candidate[] => {
      const apart = colourDistance(left.change.before, came.change.after)
      const ratio = Math.max(left.change.share / came.change.share, came.change.share / left.change.share)
      const isPair =
        left !== came && left.kind !== 'appeared' && came.kind !== 'vanished' && left.kind !== 'moved'
      if (!isPair || apart > MOVED.colourDistance || ratio > MOVED.sizeFactor) {
        return []
      }
      const { x, y } = left.change
      return [
        {
          ...came,
          region: { ...came.region, beforeMask: left.region.beforeMask ?? left.region.mask },
          change: { ...came.change, kind: 'moved', from: { x, y } },
          kind: 'moved',
          sure: 1 - (0.5 * apart) / MOVED.colourDistance,
          names: new Map([...left.names, ...came.names]),
          isNamed: left.isNamed || came.isNamed,
          claim: null,
          pieces: [...left.pieces, ...came.pieces],
        },
      ]
    }),
  )
}
