import { EventLoopTurns } from '../../process/event-loop-turns'
import { shareOfName } from '../pair-groups'
import { groupNames, ITEMS_A_STEP } from './split-groups'
import type { Grouped } from './split-groups'

export const SPLIT_NAMES = ['train', 'val', 'test'] as const
export type SplitName = (typeof SPLIT_NAMES)[number]
const HELD_OUT_FIRST: readonly SplitName[] = ['test', 'val', 'train']

interface Splittable extends Grouped {
  readonly split: string | null
}

/** What a project knows of the splits of its pairs, beside what the source gives. */
export interface SplitRules {
  /** By key: held-out pairs are test, those that were trained on are not. */
  readonly sides: ReadonlyMap<string, 'train' | 'held-out'>
  /** By key, of earlier exports. */
  readonly exported: ReadonlyMap<string, SplitName>
  /** Of all pairs, whatever is exported: their names tell of sequences. Null knows of the items alone. */
  readonly keys: (() => readonly string[]) | null
  /** All pairs: one that is not exported lends its split to its group as well. Asked where such a pair has one. */
  readonly pairs: () => readonly Splittable[]
}

/** For pairs of no project. */
export const NO_RULES: SplitRules = { sides: new Map(), exported: new Map(), keys: null, pairs: () => [] }

/** A group that fills an empty split may hold no more than this share of the pairs. */
const LARGEST_MOVED_SHARE = 0.25

/**
 * The split of each item, in order. A split that the source gives stays, else that by training or of an earlier export,
 * and all others of the group get it. Groups without one go by a hash, 80 to 10 to 10, so that a pair keeps its split
 * when others are added. Groups keep near-duplicates together: see `groupNames`. Where the source gives no split at all
 * and val or test stay empty, the small group with the highest hash moves there.
 */
export function assignSplits(items: readonly Splittable[], rules = NO_RULES): SplitName[] {
  const steps = splitSteps(items, rules)
  for (;;) {
    const step = steps.next()
    if (step.done === true) {
      return step.value
    }
  }
}

/** As `assignSplits`. Other tasks of this thread run now and then. */
export async function assignSplitsInTurns(
  items: readonly Splittable[],
  rules = NO_RULES,
): Promise<SplitName[]> {
  const turns = new EventLoopTurns()
  const steps = splitSteps(items, rules)
  for (;;) {
    const step = steps.next()
    if (step.done === true) {
      return step.value
    }
    await turns.yieldToEventLoop()
  }
}

function* splitSteps(items: readonly Splittable[], rules: SplitRules): Generator<void, SplitName[]> {
  const others = othersOf(items, rules)
  const names = yield* groupNames(items, others, rules.keys)
  const groups = new Map<string, Group>()
  const groupOfItem: Group[] = []
  for (const [index, item] of items.entries()) {
    const name = names[index]
    let group = groups.get(name)
    if (group === undefined) {
      group = { name, size: 0, lent: null, isTrained: false, split: 'train' }
      groups.set(name, group)
    }
    group.size += 1
    lend(group, item, rules)
    groupOfItem.push(group)
    if (index % ITEMS_A_STEP === 0) {
      yield
    }
  }
  for (const [index, other] of others.entries()) {
    const group = groups.get(names[items.length + index])
    if (group !== undefined) {
      lend(group, other, rules)
    }
    if (index % ITEMS_A_STEP === 0) {
      yield
    }
  }
  let count = 0
  for (const group of groups.values()) {
    group.split = group.lent ?? splitOfShare(shareOfName(group.name), group.isTrained)
    count += 1
    if (count % ITEMS_A_STEP === 0) {
      yield
    }
  }
  const splits = (): SplitName[] => items.map((item, index) => splitIn(groupOfItem[index], item, rules))
  const isSplitBySource = items.some(({ split }) => presetSplit(split) !== null)
  if (groups.size >= SPLIT_NAMES.length && !isSplitBySource) {
    fillEmptySplits([...groups.values()], items.length, new Set(splits()))
  }
  return splits()
}

/** Pairs of the project that have a split and are not among the items. */
function othersOf(items: readonly Splittable[], rules: SplitRules): Splittable[] {
  const { sides, exported } = rules
  if (sides.size + exported.size === 0) {
    return []
  }
  const keys = new Set(items.map(({ key }) => key))
  const isOther = (key: string): boolean => !keys.has(key)
  if (![...sides.keys()].some(isOther) && ![...exported.keys()].some(isOther)) {
    return []
  }
  return rules.pairs().filter(({ key }) => isOther(key) && (sides.has(key) || exported.has(key)))
}

interface Group {
  readonly name: string
  size: number
  /** The split of a pair of the group that has one. */
  lent: SplitName | null
  /** Training knows a pair of it: no group of test. */
  isTrained: boolean
  split: SplitName
}

function lend(group: Group, pair: Splittable, rules: SplitRules): void {
  const own = ownSplit(pair, rules)
  if (own === 'trained') {
    group.isTrained = true
  } else {
    group.lent = moreHeldOut(group.lent, own)
  }
}

/** The split that a pair has whatever the others have; one that was trained on is train or val. Null for a new pair. */
function ownSplit({ key, split }: Splittable, { sides, exported }: SplitRules): SplitName | 'trained' | null {
  const preset = presetSplit(split)
  if (preset !== null) {
    return preset
  }
  const before = exported.get(key) ?? null
  switch (sides.get(key)) {
    case 'held-out':
      return 'test'
    case 'train':
      return before === null || before === 'test' ? 'trained' : before
    case undefined:
      return before
  }
}

function splitIn({ split }: Group, item: Splittable, rules: SplitRules): SplitName {
  const own = ownSplit(item, rules)
  return own === 'trained' ? notTest(split) : (own ?? split)
}

function notTest(split: SplitName): SplitName {
  return split === 'test' ? 'train' : split
}

/**
 * If the pairs of a group have several splits, its others are held out: a missing training pair does no harm, but one like a
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

/** @param used those that an item has */
function fillEmptySplits(groups: readonly Group[], itemCount: number, used: ReadonlySet<SplitName>): void {
  const wantedSplits = (['test', 'val'] as const).filter((wanted) => !used.has(wanted))
  if (wantedSplits.length === 0) {
    return
  }
  const movable = groups
    .filter(
      ({ lent, split, size }) =>
        lent === null && split === 'train' && size <= itemCount * LARGEST_MOVED_SHARE,
    )
    .map((group) => ({ group, share: shareOfName(group.name) }))
    .sort((a, b) => a.share - b.share)
  for (const wanted of wantedSplits) {
    const at = movable.findLastIndex(({ group }) => wanted === 'val' || !group.isTrained)
    if (at >= 0) {
      movable[at].group.split = wanted
      movable.splice(at, 1)
    }
  }
}

function splitOfShare(share: number, isTrained: boolean): SplitName {
  if (share < 0.8) {
    return 'train'
  }
  const split = share < 0.9 ? 'val' : 'test'
  return isTrained ? notTest(split) : split
}
