import { fileOf } from '../../domain/slice-path'
import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Grouping } from '../../contract/training'
import { EventLoopTurns } from '../../process/event-loop-turns'
import { sequenceOf } from '../../dataset/export/split'
import { bitsAlike, bitsOf } from '../../images/fingerprint'
import { balanceSides } from './balance-sides'
import type { SplitSide } from './balance-sides'

export interface SplitPair {
  readonly key: string
  /** Paths of both frames, however they are named: equal for the same file. */
  readonly before: string
  readonly after: string
  /** Name of its sequence; absent for none. */
  readonly sequence?: string | undefined
  /** Of both frames; null where they could not be read. */
  readonly fingerprints: readonly [string, string] | null
}

export type { SplitSide } from './balance-sides'

/** The sides of pairs in earlier runs, by key. */
export type KnownSides = ReadonlyMap<string, SplitSide>

export interface Split {
  /** Null for a new pair whose group earlier runs have on both sides. */
  readonly sides: readonly (SplitSide | null)[]
  readonly groupCount: number
  /** Near-duplicates had to be parted, since all pairs are one group. */
  readonly isByPair: boolean
}

/** So many sequences are sequences, however many frames each has. */
const MIN_SEQUENCES = 5
/** Of fewer, each must hold less than this share of the pairs: else the names begin alike, or name splits. */
const MAX_SEQUENCE_SHARE = 0.5
/** Some ten milliseconds. */
const COMPARISONS_PER_TURN = 100_000
const NONE: ReadonlySet<undefined> = new Set()
/** Some hundred take a millisecond. */
const GROUPS_A_TURN = 256

/**
 * The side of each pair. Pairs of earlier runs keep their side. Groups stay together: a group with a held-out pair is
 * held out, a group with a training pair is used for training, and the others are split by a hash of their first key.
 * Where a group has both, its new pairs would leak on either side, and get none.
 * @param allKeys of the project, those of `pairs` among them
 */
export async function splitPairs(
  pairs: readonly SplitPair[],
  grouping: Grouping,
  share: number,
  knownSides: KnownSides,
  allKeys: readonly string[],
): Promise<Split> {
  const grouped = await groupPairs(pairs, grouping, allKeys)
  const isByPair = grouped.length === 1 && pairs.length > 1
  const sideBefore = (pair: number): SplitSide | undefined => knownSides.get(pairs[pair].key)
  const groups = isByPair
    ? pairs.map((_, index) => [index])
    : grouped.flatMap((group) => {
        if (group.length === 1 || knownSides.size === 0) {
          return [group]
        }
        const heldOut = group.filter((pair) => sideBefore(pair) === 'held-out')
        const trained = group.filter((pair) => sideBefore(pair) === 'train')
        return heldOut.length > 0 && trained.length > 0 ? [heldOut, trained] : [group]
      })
  const shares: number[] = []
  const turns = new EventLoopTurns()
  for (const [index, group] of groups.entries()) {
    shares.push(shareOf(group, pairs))
    if (index % GROUPS_A_TURN === 0) {
      await turns.yieldToEventLoop()
    }
  }
  const sides = groups.map((group, index) => {
    const known = knownSides.size === 0 ? NONE : new Set(group.map((pair) => knownSides.get(pairs[pair].key)))
    return sideOf(known, shares[index], share)
  })
  const isFree = groups.map((group) => group.every((pair) => sideBefore(pair) === undefined))
  balanceSides({ groups, shares, sides, share, isFree })
  const all: (SplitSide | null)[] = pairs.map(() => null)
  groups.forEach((group, index) => group.forEach((pair) => (all[pair] = sides[index])))
  return { sides: all, groupCount: grouped.length, isByPair }
}

/** Indices of the pairs of each group, in order. */
export async function groupPairs(
  pairs: readonly SplitPair[],
  grouping: Grouping,
  allKeys: readonly string[],
): Promise<number[][]> {
  const parents = pairs.map((_, index) => index)
  const rootOf = (at: number): number => {
    let root = at
    while (parents[root] !== root) {
      root = parents[root]
    }
    parents[at] = root
    return root
  }
  const join = (a: number, b: number): void => {
    const [one, other] = [rootOf(a), rootOf(b)]
    parents[Math.max(one, other)] = Math.min(one, other)
  }
  const joinBy = (nameOf: (pair: SplitPair) => readonly string[]): void => {
    const first = new Map<string, number>()
    pairs.forEach((pair, index) => {
      for (const name of nameOf(pair)) {
        const firstIndex = first.get(name)
        if (firstIndex === undefined) {
          first.set(name, index)
        } else {
          join(firstIndex, index)
        }
      }
    })
  }
  // slices of one volume are of one person
  joinBy(({ before, after }) => [fileOf(before), fileOf(after)])
  // no two pairs have the same key
  if (grouping.by !== 'automatic') {
    joinBy((pair) => [nameOfGroup(pair, grouping)])
  }
  joinBy(({ sequence }) => (sequence === undefined ? [] : [sequence]))
  // of all keys: what is a sequence must not depend on how many pairs were reviewed so far
  if (grouping.by === 'automatic' && hasSequenceNames(allKeys)) {
    joinBy(({ key }) => [sequenceOf(key)])
  }
  await joinNearDuplicates(pairs, rootOf, join)
  const groups = new Map<number, number[]>()
  pairs.forEach((_, index) => {
    const root = rootOf(index)
    const group = groups.get(root) ?? []
    group.push(index)
    groups.set(root, group)
  })
  return [...groups.values()]
}

function hasSequenceNames(keys: readonly string[]): boolean {
  const frames = new Map<string, number>()
  for (const key of keys) {
    const sequence = sequenceOf(key)
    frames.set(sequence, (frames.get(sequence) ?? 0) + 1)
  }
  const largest = [...frames.values()].reduce((most, count) => Math.max(most, count), 0)
  return frames.size >= MIN_SEQUENCES || largest < MAX_SEQUENCE_SHARE * keys.length
}

function nameOfGroup({ key }: SplitPair, grouping: Exclude<Grouping, { by: 'automatic' }>): string {
  const slash = key.lastIndexOf('/')
  switch (grouping.by) {
    case 'folder':
      return key.slice(0, Math.max(0, slash))
    case 'prefix':
      return key.slice(slash + 1, slash + 1 + grouping.length)
  }
}

/** Every pair with every other one, and other work of the program gets its turn in between. */
async function joinNearDuplicates(
  pairs: readonly SplitPair[],
  rootOf: (at: number) => number,
  join: (a: number, b: number) => void,
): Promise<void> {
  const fingerprinted = pairs.flatMap(({ fingerprints }, at) => {
    if (fingerprints === null) {
      return []
    }
    const [before, after] = fingerprints
    return [{ at, before: bitsOf(before), after: bitsOf(after) }]
  })
  let compared = 0
  for (const [index, one] of fingerprinted.entries()) {
    for (let next = index + 1; next < fingerprinted.length; next++) {
      const other = fingerprinted[next]
      if (rootOf(one.at) === rootOf(other.at)) {
        continue
      }
      if (bitsAlike(one.before, other.before) || bitsAlike(one.after, other.after)) {
        join(one.at, other.at)
      }
    }
    compared += fingerprinted.length - index
    if (compared < COMPARISONS_PER_TURN) {
      continue
    }
    compared = 0
    await setImmediate()
  }
}

function sideOf(sidesBefore: ReadonlySet<SplitSide | undefined>, ownShare: number, share: number): SplitSide {
  if (sidesBefore.has('held-out')) {
    return 'held-out'
  }
  if (sidesBefore.has('train')) {
    return 'train'
  }
  return ownShare < share ? 'held-out' : 'train'
}

/** 0 inclusive to 1 exclusive, by the first key in order of the alphabet. */
function shareOf(group: readonly number[], pairs: readonly SplitPair[]): number {
  const first = group.reduce((least, pair) => {
    const { key } = pairs[pair]
    return key < least ? key : least
  }, pairs[group[0]].key)
  return parseInt(hash('sha256', first).slice(0, 8), 16) / 2 ** 32
}
