/**
 * The alignment search of METEOR 1.5 (Denkowski and Lavie 2014; behaviour of cmu-mtlab/meteor, Aligner): left to
 * right over the reference, a beam of 40, ordered by more matches, then fewer chunks, then less distance.
 * Its published scores depend on these oddities:
 * - match counts are whole numbers, so a stem or synonym match, worth .5, adds nothing to the order;
 * - the distance of a new path is added to the path it was made from;
 * - skipping a word changes the path in place, after the paths that start with a match were copied from it.
 */

const BEAM_SIZE = 40

/** One word of the hypothesis matched to one of the reference. */
export interface Match {
  /** Index of the module that found it. */
  module: number
  hypothesis: number
  reference: number
}

/** All matches, listed by the reference word at which they start. */
export type Candidates = readonly (readonly Match[])[]

export interface Alignment {
  matches: Match[]
  chunks: number
}

interface Path {
  /** By reference word. */
  matches: (Match | undefined)[]
  hypothesisUsed: boolean[]
  referenceUsed: boolean[]
  /** Twice the number of exact matches. */
  matchTotal: number
  chunks: number
  distance: number
  /** Hypothesis word after the last match; -1 between chunks. */
  lastEnd: number
}

export function align(
  candidates: Candidates,
  hypothesisLength: number,
  weights: readonly number[],
): Alignment {
  let next: Path[] = [firstPath(candidates, hypothesisLength)]
  for (let word = 0; word < candidates.length; word++) {
    const paths = next.sort(comparePaths).slice(0, BEAM_SIZE)
    next = []
    for (const path of paths) {
      advance(path, word, candidates, weights, next)
    }
  }
  const finished = next.sort(comparePaths).slice(0, BEAM_SIZE)
  for (const path of finished) {
    if (path.lastEnd !== -1) {
      path.chunks++
    }
  }
  const best = finished.sort(comparePaths)[0]
  return { matches: best.matches.filter((match) => match !== undefined), chunks: countChunks(best.matches) }
}

/** Fixes every match whose two words take part in no other match. */
function firstPath(candidates: Candidates, hypothesisLength: number): Path {
  const path: Path = {
    matches: candidates.map(() => undefined),
    hypothesisUsed: Array.from({ length: hypothesisLength }, () => false),
    referenceUsed: candidates.map(() => false),
    matchTotal: 0,
    chunks: 0,
    distance: 0,
    lastEnd: -1,
  }
  const coverage = Array.from({ length: hypothesisLength }, () => 0)
  for (const match of candidates.flat()) {
    coverage[match.hypothesis]++
  }
  for (const [word, matches] of candidates.entries()) {
    if (matches.length === 1 && coverage[matches[0].hypothesis] === 1) {
      take(path, word, matches[0])
    }
  }
  return path
}

function take(path: Path, word: number, match: Match): void {
  path.matches[word] = match
  path.referenceUsed[word] = true
  path.hypothesisUsed[match.hypothesis] = true
}

function advance(
  path: Path,
  word: number,
  candidates: Candidates,
  weights: readonly number[],
  next: Path[],
): void {
  const fixed = path.matches[word]
  if (fixed) {
    addMatch(path, fixed, weights)
    path.distance += Math.abs(fixed.reference - fixed.hypothesis)
    next.push(path)
    return
  }
  for (const match of candidates[word]) {
    if (!path.hypothesisUsed[match.hypothesis]) {
      const longer = copy(path)
      take(longer, word, match)
      addMatch(longer, match, weights)
      path.distance += Math.abs(match.reference - match.hypothesis)
      next.push(longer)
    }
  }
  if (path.lastEnd !== -1) {
    path.chunks++
    path.lastEnd = -1
  }
  next.push(path)
}

function addMatch(path: Path, match: Match, weights: readonly number[]): void {
  path.matchTotal += 2 * Math.trunc(weights[match.module])
  if (path.lastEnd !== -1 && match.hypothesis !== path.lastEnd) {
    path.chunks++
  }
  path.lastEnd = match.hypothesis + 1
}

function copy(path: Path): Path {
  return {
    ...path,
    matches: [...path.matches],
    hypothesisUsed: [...path.hypothesisUsed],
    referenceUsed: [...path.referenceUsed],
  }
}

function comparePaths(a: Path, b: Path): number {
  return b.matchTotal - a.matchTotal || a.chunks - b.chunks || a.distance - b.distance
}

function countChunks(matches: readonly (Match | undefined)[]): number {
  let chunks = 0
  let lastEnd = -1
  for (const match of matches) {
    if (lastEnd !== -1 && match?.hypothesis !== lastEnd) {
      chunks++
    }
    lastEnd = match ? match.hypothesis + 1 : -1
  }
  return lastEnd === -1 ? chunks : chunks + 1
}
