import { intersectRle, rleArea } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import type { CaptionQuery } from './caption-query'
import type { Candidate, Surroundings } from './candidate'
import { fitOf } from './fit'
import type { Fit } from './fit'

/** A change that a caption tells of, and what was found for it. */
export interface Choice {
  readonly query: CaptionQuery
  /** As many as it tells of, at most. Empty where nothing fits. */
  readonly found: readonly Candidate[]
}

/** Least mean evidence, -1 to 1, chosen on composed pairs. */
export const LEAST_FIT = {
  /** Below, pixels that are less probable are looked at. */
  sure: 0.35,
  /** Below, nothing fits. */
  any: 0.15,
} as const

/** Of several whose number is not told: what is at most so much worse than the best. */
const AS_GOOD = 0.3

/** Share of the smaller mask: two that share more are one. */
const SAME_MASK = 0.3

interface Scored {
  readonly index: number
  readonly candidate: Candidate
  readonly fit: Fit
}

/**
 * What fits what is asked for best, each candidate once. Only where a caption tells of more things than there are
 * candidates may two tell of one.
 * @param earlier what was found before, which stays
 * @param least mean evidence, -1 to 1
 */
export function choose(
  earlier: readonly Choice[],
  candidates: readonly Candidate[],
  around: Surroundings,
  least: number,
): Choice[] {
  const found = earlier.map((choice) => [...choice.found])
  const ranks = ranksOf(candidates)
  const scored = earlier.flatMap(({ query }, index): Scored[] =>
    candidates.map((candidate, at) => ({
      index,
      candidate,
      fit: fitOf(query, candidate, around, ranks[at]),
    })),
  )
  const able = scored
    .filter(({ fit }) => fit.mean >= least && !fit.isContradicted)
    .toSorted((a, b) => b.fit.score - a.fit.score)
  const wanted = (index: number): number => earlier[index].query.count ?? 1
  for (const { index, candidate } of able) {
    if (found[index].length < wanted(index) && isFree(candidate, found.flat())) {
      found[index].push(candidate)
    }
  }
  exchange(found, scored, earlier)
  addSeveral(found, able, earlier)
  return earlier.map(({ query }, index) => ({ query, found: found[index] }))
}

/** What two things may share: where nothing else fits the second one. */
export function shareFound(
  choices: readonly Choice[],
  candidates: readonly Candidate[],
  around: Surroundings,
): Choice[] {
  const ranks = ranksOf(candidates)
  return choices.map(({ query, found }) => {
    if (found.length > 0) {
      return { query, found }
    }
    const fitting = candidates
      .map((candidate, at) => ({ candidate, fit: fitOf(query, candidate, around, ranks[at]) }))
      .filter(({ fit }) => fit.mean >= LEAST_FIT.sure && !fit.isContradicted)
      .toSorted((a, b) => b.fit.score - a.fit.score)
    return { query, found: fitting.slice(0, 1).map(({ candidate }) => candidate) }
  })
}

/** Share of the candidates that are smaller, 0 to 1. */
function ranksOf(candidates: readonly Candidate[]): number[] {
  const shares = candidates.map(({ change }) => change.share)
  const others = Math.max(1, candidates.length - 1)
  return shares.map((share) => shares.filter((other) => other < share).length / others)
}

/** Whether it is none of these, in part neither. */
function isFree(candidate: Candidate, taken: readonly Candidate[]): boolean {
  return taken.every((other) => !areSame(candidate, other))
}

function areSame(one: Candidate, other: Candidate): boolean {
  return (
    one.pieces.some((piece) => other.pieces.includes(piece)) || overlaps(one.region.mask, other.region.mask)
  )
}

function overlaps(a: Rle, b: Rle): boolean {
  const smaller = Math.min(rleArea(a), rleArea(b))
  return smaller > 0 && rleArea(intersectRle(a, b)) > SAME_MASK * smaller
}

/** Exchanges what two things found, where both together fit better then. */
function exchange(found: Candidate[][], scored: readonly Scored[], choices: readonly Choice[]): void {
  const isSingle = (index: number): boolean => choices[index].query.count === 1 && found[index].length === 1
  const fitFor = (index: number, candidate: Candidate): Fit | undefined =>
    scored.find((one) => one.index === index && one.candidate === candidate)?.fit
  for (let a = 0; a < found.length; a += 1) {
    for (let b = a + 1; b < found.length; b += 1) {
      if (isSingle(a) && isSingle(b)) {
        const [[one], [other]] = [found[a], found[b]]
        const crossed = [fitFor(a, other), fitFor(b, one)]
        const now = [fitFor(a, one), fitFor(b, other)]
        if (sumOf(crossed) > sumOf(now) && crossed.every((fit) => fit?.isContradicted === false)) {
          found[a] = [other]
          found[b] = [one]
        }
      }
    }
  }
}

const sumOf = (fits: readonly (Fit | undefined)[]): number =>
  fits.reduce((sum, fit) => sum + (fit?.score ?? Number.NEGATIVE_INFINITY), 0)

/** Of several without a number all that fit about as well as the best. */
function addSeveral(found: Candidate[][], able: readonly Scored[], choices: readonly Choice[]): void {
  for (const { index, candidate, fit } of able) {
    const best = able.find((one) => one.index === index)?.fit.mean ?? 0
    const isSeveral = choices[index].query.count === null && found[index].length > 0
    if (isSeveral && fit.mean >= best - AS_GOOD && isFree(candidate, found.flat())) {
      found[index].push(candidate)
    }
  }
}
