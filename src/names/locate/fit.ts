import type { ChangeKind } from '../../domain/document'
import { isSameGroup } from '../coco-names'
import { luma } from '../colour'
import type { CaptionQuery, QueriedChange, QueriedThing } from './caption-query'
import type { Candidate, Shades, Surroundings } from './candidate'
import { nearDegree, placeDegree } from './place-fit'

/** How well a candidate fits what is asked for. */
export interface Fit {
  /** Sum of all evidence; no unit. A change that says more of itself has more. */
  readonly score: number
  /** The mean of the evidence, -1 to 1: 1 where all that was said fits. */
  readonly mean: number
  /** Whether something that was said is plainly not so. */
  readonly isContradicted: boolean
}

/** Weights of the evidence, chosen on composed pairs (docs/decisions/139-masks-from-captions-by-names.md). */
const WEIGHTS = {
  kind: 3,
  change: 1.2,
  place: 2.4,
  from: 1,
  colour: 1.2,
  former: 0.8,
  near: 1.2,
  size: 0.6,
  light: 1,
} as const
/** Of a candidate's own probability and size, which decide where the words do not. */
const OWN_WEIGHT = 0.8

/** Evidence under this is a contradiction. */
const CONTRADICTED = { kind: -0.6, place: -0.8, change: -0.5 } as const

/** Evidence, -1 to 1; null where the words say nothing of it. */
type Evidence = Readonly<Record<keyof typeof WEIGHTS, number | null>>

/** @param rank share of the candidates that are smaller, 0 to 1 */
export function fitOf(query: CaptionQuery, candidate: Candidate, around: Surroundings, rank: number): Fit {
  const evidence = evidenceFor(query, candidate, around, rank)
  let [sum, weights] = [0, 0]
  for (const [name, weight] of Object.entries(WEIGHTS)) {
    const degree = evidence[name as keyof Evidence]
    sum += weight * (degree ?? 0)
    weights += degree === null ? 0 : weight
  }
  const own = ((candidate.region.score ?? 0.5) + rank) / 2
  return {
    score: sum + OWN_WEIGHT * own,
    mean: weights === 0 ? 0.5 : sum / weights,
    isContradicted: isContradicted(evidence) || (isPutTogether(candidate) && query.change !== 'moved'),
  }
}

function evidenceFor(
  query: CaptionQuery,
  candidate: Candidate,
  around: Surroundings,
  rank: number,
): Evidence {
  const { thing, change, place, from, near, former, turned, formerColours, isCourse } = query
  const { before, after, kind } = candidate
  const isGone = kind === 'vanished' || kind === 'no longer visible'
  const own = thing.colours.length === 0 ? null : thing.colours
  return {
    kind: kindDegree(query, candidate),
    change: change === null ? null : candidate.sure * CHANGES[change][kind],
    place: place === null ? null : placeDegree(place, candidate, around, isCourse),
    from: from === null ? null : placeDegree(from, candidate, around, 'from'),
    colour:
      own === null
        ? turned.length === 0
          ? null
          : shadeDegree(turned, after)
        : Math.max(
            isGone || change === 'gone' ? -1 : shadeDegree(own, after),
            change === 'appeared' ? -1 : shadeDegree(own, before),
          ),
    former:
      former !== null && former.colours.length > 0
        ? shadeDegree(former.colours, before)
        : formerColours.length === 0
          ? null
          : shadeDegree(formerColours, before),
    near: near === null ? null : nearDegree(near, candidate, around),
    light: query.light === null ? null : lightDegree(query.light, candidate),
    size: thing.size === null ? null : (thing.size === 'large' ? 1 : -1) * (2 * rank - 1),
  }
}

/** Of two regions that look like one thing that moved: nothing else can be told of both. */
const isPutTogether = ({ pieces }: Candidate): boolean => pieces.length > 1

function isContradicted({ kind, place, change }: Evidence): boolean {
  // a thing came where one is said to be gone, and it does not look like that either
  const isOpposite = (change ?? 0) <= CONTRADICTED.change && kind !== null && kind <= 0
  return (kind ?? 0) <= CONTRADICTED.kind || (place ?? 0) <= CONTRADICTED.place || isOpposite
}

/** What each change that is asked for says of what happened to a candidate, -1 to 1. */
const CHANGES: Readonly<Record<QueriedChange, Readonly<Record<ChangeKind | 'changed', number>>>> = {
  appeared: row(1, -1, -0.2, 0.5, -0.4, 0),
  gone: row(-1, 1, -0.2, 0.3, -0.4, 0),
  moved: row(-0.2, -0.2, 1, -0.2, -0.3, 0.2),
  recoloured: row(-0.3, -0.3, -0.4, 0.2, 1, 0.4),
  replaced: row(-0.1, -0.2, -0.2, 1, 0.3, 0.4),
  changed: row(-0.1, -0.1, -0.3, 0.2, 0.6, 0.3),
}

function row(
  appeared: number,
  gone: number,
  moved: number,
  replaced: number,
  recoloured: number,
  changed: number,
): Record<ChangeKind | 'changed', number> {
  return {
    appeared,
    vanished: gone,
    'no longer visible': gone,
    moved,
    replaced,
    'changed colour': recoloured,
    changed,
  }
}

/** Of a name that a detector takes for the one that is asked for. */
const SAME_GROUP = 0.7
/** Of a region with another name, from the least sure claim on. */
const OTHER_NAME = { from: 0.4, degree: -0.9 } as const
/** Of a region without a name, where any kind is asked for. */
const UNNAMED_ANY = 0.1

function kindDegree({ thing, former }: CaptionQuery, { names, isNamed }: Candidate): number | null {
  if (thing.kinds.length === 0) {
    return thing.isAny && former === null ? (isNamed ? -UNNAMED_ANY : UNNAMED_ANY) : null
  }
  const best = Math.max(sureOf(thing, names), former === null ? 0 : sureOf(former, names) / 2)
  if (best > 0) {
    return 0.3 + 0.7 * best
  }
  if (!isNamed) {
    return 0
  }
  const other = Math.max(0, ...names.values())
  return OTHER_NAME.degree * Math.max(0, (other - OTHER_NAME.from) / (1 - OTHER_NAME.from))
}

function sureOf({ kinds }: QueriedThing, names: ReadonlyMap<string, number>): number {
  let best = 0
  for (const [name, sure] of names) {
    const isAsked = kinds.includes(name)
    const isAlike = isAsked || kinds.some((kind) => isSameGroup(kind, name))
    best = Math.max(best, isAsked ? sure : isAlike ? SAME_GROUP * sure : 0)
  }
  return best
}

/** Step of luma, 0 to 255, that is plain to see. */
const PLAIN_STEP = 16

function lightDegree(light: 'brighter' | 'darker', { change }: Candidate): number {
  const step = luma(change.after) - luma(change.before)
  return Math.max(-1, Math.min(1, (light === 'brighter' ? step : -step) / PLAIN_STEP))
}

/** Share of pixels of the colour: nothing is said by the first, all by the second. */
const SHADES = { none: 0.12, all: 0.4 } as const

/** How much of a mask has one of the colours, -1 to 1. */
function shadeDegree(colours: readonly string[], shades: Shades): number {
  // the first is the colour itself, others are those that it is taken for
  const share = colours.reduce((sum, colour, at) => sum + (at === 0 ? 1 : 0.7) * (shades.get(colour) ?? 0), 0)
  return Math.max(-1, Math.min(1, (share - SHADES.none) / (SHADES.all - SHADES.none)))
}
