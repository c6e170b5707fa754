import { DisjointSets } from '../../basics/disjoint-sets'
import { EventLoopTurns } from '../../process/event-loop-turns'
import { areSequencesInExport, filesOfPair, scanFolders, sequenceOf, shareOfName } from '../pair-groups'

export const SPLIT_NAMES = ['train', 'val', 'test'] as const
export type SplitName = (typeof SPLIT_NAMES)[number]
const HELD_OUT_FIRST: readonly SplitName[] = ['test', 'val', 'train']

interface Splittable {
  key: string
  split: string | null
  beforePath: string
  afterPath: string
  /** Of the place that the pair is about. */
  sequence?: { name: string } | null
}

/** A group that fills an empty split may hold no more than this share of the pairs. */
const LARGEST_MOVED_SHARE = 0.25

/**
 * The split of each item, in order. A split that the source gives stays, and all others of its group get it.
 * Groups without one go by a hash, 80 to 10 to 10, so that a pair keeps its split when others are added. Groups
 * keep near-duplicates together: pairs of one sequence; pairs that share a file, as slices of one volume do, and dates
 * of one place; pairs of DICOM files of one folder; and the frames of a sequence, `Street_000133`
 * and `Street_000140`, where the names tell of at least five sequences with two frames each on average. Where
 * the source gives no split at all and val or test stay empty, the small group with the highest hash moves there.
 */
export function assignSplits(items: readonly Splittable[]): SplitName[] {
  const steps = splitSteps(items)
  for (;;) {
    const step = steps.next()
    if (step.done === true) {
      return step.value
    }
  }
}

/** As `assignSplits`. Other tasks of this thread run now and then. */
export async function assignSplitsInTurns(items: readonly Splittable[]): Promise<SplitName[]> {
  const turns = new EventLoopTurns()
  const steps = splitSteps(items)
  for (;;) {
    const step = steps.next()
    if (step.done === true) {
      return step.value
    }
    await turns.yieldToEventLoop()
  }
}

/** Some hundred take a millisecond. */
const ITEMS_A_STEP = 256

function* splitSteps(items: readonly Splittable[]): Generator<void, SplitName[]> {
  const names = yield* groupNames(items)
  const groups = new Map<string, Group>()
  const groupOfItem: Group[] = []
  for (const [index, { split }] of items.entries()) {
    const name = names[index]
    let group = groups.get(name)
    if (group === undefined) {
      group = { name, size: 0, lent: null, split: 'train' }
      groups.set(name, group)
    }
    group.size += 1
    group.lent = moreHeldOut(group.lent, presetSplit(split))
    groupOfItem.push(group)
    if (index % ITEMS_A_STEP === 0) {
      yield
    }
  }
  let count = 0
  for (const group of groups.values()) {
    group.split = group.lent ?? splitOfShare(shareOfName(group.name))
    count += 1
    if (count % ITEMS_A_STEP === 0) {
      yield
    }
  }
  if (groups.size >= SPLIT_NAMES.length && items.every(({ split }) => presetSplit(split) === null)) {
    fillEmptySplits([...groups.values()], items.length)
  }
  return items.map(({ split }, index) => presetSplit(split) ?? groupOfItem[index].split)
}

interface Group {
  readonly name: string
  size: number
  /** The split that the source gives to a pair of the group. */
  lent: SplitName | null
  split: SplitName
}

/**
 * If the source gives several splits to a group, it is held out: a missing training pair does no harm, but one like a
 * test pair does.
 */
function moreHeldOut(one: SplitName | null, other: SplitName | null): SplitName | null {
  return one === other ? one : (HELD_OUT_FIRST.find((name) => name === one || name === other) ?? null)
}

function presetSplit(split: string | null): SplitName | null {
  return isSplitName(split) ? split : null
}

export function isSplitName(split: string | null): split is SplitName {
  return SPLIT_NAMES.some((name) => name === split)
}

/** Group name of each item. */
function* groupNames(items: readonly Splittable[]): Generator<void, string[]> {
  const sequences: string[] = []
  for (const [index, { key }] of items.entries()) {
    sequences.push(sequenceOf(key))
    if (index % ITEMS_A_STEP === 0) {
      yield
    }
  }
  const areSequences = areSequencesInExport(new Set(sequences).size, items.length)
  const sets = new DisjointSets(items.length)
  const firstOfFile = new Map<string, number>()
  const foldersOf = scanFolders(items.map(({ beforePath, afterPath }) => [beforePath, afterPath]))
  for (const [index, { beforePath, afterPath, sequence }] of items.entries()) {
    if (sequence == null) {
      for (const file of [...filesOfPair(beforePath, afterPath), ...foldersOf([beforePath, afterPath])]) {
        const first = firstOfFile.get(file) ?? index
        firstOfFile.set(file, first)
        sets.join(first, index)
      }
    }
    if (index % ITEMS_A_STEP === 0) {
      yield
    }
  }
  const names: string[] = []
  for (const [index, { sequence }] of items.entries()) {
    const first = sets.rootOf(index)
    const own = areSequences ? sequences[first] : items[first].key
    names.push(sequence == null ? own : `sequence ${sequence.name}`)
    if (index % ITEMS_A_STEP === 0) {
      yield
    }
  }
  return names
}

function fillEmptySplits(groups: readonly Group[], itemCount: number): void {
  const wantedSplits = (['test', 'val'] as const).filter((wanted) =>
    groups.every(({ split }) => split !== wanted),
  )
  if (wantedSplits.length === 0) {
    return
  }
  const movable = groups
    .filter(({ split, size }) => split === 'train' && size <= itemCount * LARGEST_MOVED_SHARE)
    .map((group) => ({ group, share: shareOfName(group.name) }))
    .sort((a, b) => a.share - b.share)
  for (const wanted of wantedSplits) {
    const moved = movable.pop()
    if (moved !== undefined) {
      moved.group.split = wanted
    }
  }
}

function splitOfShare(share: number): SplitName {
  if (share < 0.8) {
    return 'train'
  }
  return share < 0.9 ? 'val' : 'test'
}
