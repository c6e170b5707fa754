import { DisjointSets } from '../../basics/disjoint-sets'
import { groupBy } from '../../basics/group-by'
import type { Grouping } from '../../contract/training'
import { EventLoopTurns } from '../../process/event-loop-turns'
import { areSequencesInTraining, scanFolders, sequenceOf, shareOfName } from '../../dataset/pair-groups'
import { fileOf } from '../../domain/slice-path'
import { joinNearDuplicates } from './near-duplicates'

export interface SplitPair {
  readonly key: string
  /**
   * Paths of both frames in any number of ways, the last of which is the same for all: pairs that have one in common
   * show the same picture.
   */
  readonly files: readonly string[]
  /** Name of its sequence; absent for none. */
  readonly sequence?: string | undefined
  /** Of both frames; null where they could not be read. */
  readonly fingerprints: readonly [string, string] | null
}

export type SplitSide = 'train' | 'held-out'

/** The sides of pairs in earlier runs, by key. */
export type KnownSides = ReadonlyMap<string, SplitSide>

/** What a project has beside the pairs that are split. */
export interface SplitProject {
  readonly knownSides: KnownSides
  /** Pairs of earlier runs that are not chosen now: the others of their groups follow them. */
  readonly earlier: readonly SplitPair[]
  /** Keys of all of its pairs. */
  readonly keys: readonly string[]
}

export interface Split {
  /** Null for a new pair whose group earlier runs have on both sides. */
  readonly sides: readonly (SplitSide | null)[]
  readonly groupCount: number
  /** Near-duplicates had to be parted, since all pairs are one group. */
  readonly isByPair: boolean
}

/** A held-out part smaller than this share of the requested one gets more groups. */
const MIN_HELD_OUT_PART = 0.5

/**
 * The side of each pair. Pairs of earlier runs keep their side. Groups stay together: a group with a held-out pair is
 * held out, a group with a training pair is used for training, and the others are split by a hash of their first key.
 * Where a group has both, its new pairs would leak on either side, and get none.
 */
export async function splitPairs(
  pairs: readonly SplitPair[],
  grouping: Grouping,
  share: number,
  { knownSides, earlier, keys }: SplitProject,
): Promise<Split> {
  const isChosen = (member: number): boolean => member < pairs.length
  const everyGroup = await groupPairs(pairs, grouping, keys, earlier)
  const grouped = everyGroup.filter((members) => members.some(isChosen))
  // one that earlier runs know follows them, unless all that they had is in it
  const mayBeParted = everyGroup.length === 1 || grouped.every((members) => members.every(isChosen))
  const isByPair = grouped.length === 1 && pairs.length > 1 && mayBeParted
  const sideBefore = (member: number): SplitSide | undefined =>
    knownSides.get((isChosen(member) ? pairs[member] : earlier[member - pairs.length]).key)
  const divided = isByPair
    ? pairs.map((_, index) => [index])
    : grouped.flatMap((one) => bySide(one, sideBefore))
  const groups: number[][] = []
  const shares: number[] = []
  const sides: SplitSide[] = []
  const isFree: boolean[] = []
  const turns = new EventLoopTurns()
  for (const members of divided) {
    const group = members.filter(isChosen)
    if (group.length > 0) {
      const ownShare = shareOf(group, pairs)
      groups.push(group)
      shares.push(ownShare)
      sides.push(sideOf(new Set(members.map(sideBefore)), ownShare, share))
      isFree.push(members.every((member) => sideBefore(member) === undefined))
    }
    await turns.yieldToEventLoop()
  }
  balance({ groups, shares, sides, share, isFree })
  const all: (SplitSide | null)[] = pairs.map(() => null)
  groups.forEach((group, index) => group.forEach((pair) => (all[pair] = sides[index])))
  return { sides: all, groupCount: grouped.length, isByPair }
}

/** A group that earlier runs have on both sides in two, without its new pairs. */
function bySide(group: number[], sideBefore: (member: number) => SplitSide | undefined): number[][] {
  const heldOut = group.filter((member) => sideBefore(member) === 'held-out')
  const trained = group.filter((member) => sideBefore(member) === 'train')
  return heldOut.length > 0 && trained.length > 0 ? [heldOut, trained] : [group]
}

/**
 * Indices of the pairs of each group, in order; those of `earlier` come behind the others. Pictures of two of `earlier`
 * are not compared: they had their turn.
 * @param allKeys of the project, those of `pairs` among them
 */
export async function groupPairs(
  pairs: readonly SplitPair[],
  grouping: Grouping,
  allKeys: readonly string[],
  earlier: readonly SplitPair[] = [],
): Promise<number[][]> {
  const members = [...pairs, ...earlier]
  const sets = new DisjointSets(members.length)
  const turns = new EventLoopTurns()
  const joinBy = async (namesOf: (pair: SplitPair) => readonly string[]): Promise<void> => {
    const first = new Map<string, number>()
    for (const [index, member] of members.entries()) {
      for (const name of namesOf(member)) {
        const firstIndex = first.get(name)
        if (firstIndex === undefined) {
          first.set(name, index)
        } else {
          sets.join(firstIndex, index)
        }
      }
      await turns.yieldToEventLoop()
    }
  }
  // slices of one volume look alike, and are of one person
  await joinBy(({ files }) => files.map(fileOf))
  const foldersOf = scanFolders(members.map(({ files }) => files))
  await joinBy(({ files }) => foldersOf(files))
  await joinBy((pair) => [nameOfGroup(pair, grouping)])
  await joinBy(({ sequence }) => (sequence === undefined ? [] : [sequence]))
  // of all keys: what is a sequence must not depend on how many pairs were reviewed so far
  if (grouping.by === 'automatic' && areSequencesInTraining(allKeys.map(sequenceOf))) {
    await joinBy(({ key }) => [sequenceOf(key)])
  }
  await joinNearDuplicates(members, pairs.length, sets)
  return [...groupBy(members.keys(), (index) => sets.rootOf(index)).values()]
}

function nameOfGroup({ key }: SplitPair, grouping: Grouping): string {
  const slash = key.lastIndexOf('/')
  switch (grouping.by) {
    case 'folder':
      return key.slice(0, Math.max(0, slash))
    case 'prefix':
      return key.slice(slash + 1, slash + 1 + grouping.length)
    case 'automatic':
      return key
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

/** By the first key in order of the alphabet. */
function shareOf(group: readonly number[], pairs: readonly SplitPair[]): number {
  const [first] = group.map((pair) => pairs[pair].key).sort()
  return shareOfName(first)
}

interface Balancing {
  readonly groups: readonly (readonly number[])[]
  /** The hash of each group, 0 to 1. */
  readonly shares: readonly number[]
  /** Of each group; changed. */
  readonly sides: SplitSide[]
  readonly share: number
  /** Groups without a pair of an earlier run: only these move. */
  readonly isFree: readonly boolean[]
}

/**
 * Where held-out came out far too small, free groups join it in the order of their hashes, as long as they fit. Where a
 * side is empty still, one free group moves there.
 */
function balance({ groups, shares, sides, share, isFree }: Balancing): void {
  if (groups.length < 2) {
    return
  }
  const counts: Record<SplitSide, number> = { train: 0, 'held-out': 0 }
  groups.forEach((group, index) => (counts[sides[index]] += group.length))
  const total = counts.train + counts['held-out']
  const move = (index: number, to: SplitSide): void => {
    counts[sides[index]] -= groups[index].length
    counts[to] += groups[index].length
    sides[index] = to
  }
  const free = [...groups.keys()].filter((index) => isFree[index])
  const order = free.toSorted((a, b) => shares[a] - shares[b])
  for (const index of order) {
    const size = groups[index].length
    const isRoom = counts['held-out'] + size <= total * Math.max(share, 0.5)
    const isTooSmall = counts['held-out'] < share * MIN_HELD_OUT_PART * total
    if (sides[index] === 'train' && isTooSmall && isRoom && counts.train > size) {
      move(index, 'held-out')
    }
  }
  const smallest = free.toSorted((a, b) => groups[a].length - groups[b].length).at(0)
  if (counts['held-out'] === 0 && smallest !== undefined) {
    move(smallest, 'held-out')
  }
  for (const index of order.toReversed()) {
    if (sides[index] === 'held-out' && counts.train === 0 && counts['held-out'] > groups[index].length) {
      move(index, 'train')
    }
  }
}
