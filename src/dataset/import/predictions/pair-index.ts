import type { MatchedBy } from '../../../contract/dataset'
import { parentOf } from '../../parent-of'
import { splitOf } from '../../split-names'
import type { PairPlace } from '../../../store/pair-queries'

/** What a data set says of an item, for finding its pair. */
export interface ItemNames {
  /** Names of the item, the most certain first. */
  keys: readonly string[]
  /** Paths of its images, with forward slashes; empty where it names none. */
  before: string
  after: string
  split: string | null
}

export type Match = { pair: PairPlace; by: keyof MatchedBy } | { reason: string }

/** Two pairs have the name. */
const SEVERAL = null

/** The pairs of a project by all that others may call them. */
export class PairIndex {
  private readonly byKey = new Map<string, PairPlace>()
  private readonly byPath = new Map<string, PairPlace | null>()
  /** By the ends of paths, from two parts on. */
  private readonly byPathEnd = new Map<string, PairPlace | null>()
  private readonly byName = new Map<string, PairPlace | null>()

  constructor(pairs: Iterable<PairPlace>) {
    for (const pair of pairs) {
      this.byKey.set(pair.key, pair)
      for (const path of new Set([pair.after, pair.before])) {
        add(this.byPath, path, pair)
        endsOf(path).forEach((end) => add(this.byPathEnd, end, pair))
      }
      namesOf(pair.key, pair.after, pair.before).forEach((name) => add(this.byName, name, pair))
    }
  }

  /** By key, then by the path of an image, then by a name that only one pair has. */
  find(item: ItemNames): Match {
    for (const key of item.keys) {
      const pair = this.byKey.get(key) ?? this.byKey.get(withoutEnding(key))
      if (pair !== undefined) {
        return { pair, by: 'key' }
      }
    }
    const paths = [item.after, item.before].filter((path) => path !== '')
    const byPath = first(paths, (path) => this.atPath(path))
    if (byPath !== undefined && byPath !== SEVERAL) {
      return { pair: byPath, by: 'path' }
    }
    return this.findByName(item, paths, byPath === SEVERAL)
  }

  /** One of both paths may have more folders before it. */
  private atPath(path: string): PairPlace | null | undefined {
    return (
      this.byPath.get(path) ?? this.byPathEnd.get(path) ?? first(endsOf(path), (end) => this.byPath.get(end))
    )
  }

  private findByName(item: ItemNames, paths: readonly string[], isSeveral: boolean): Match {
    const names = [...item.keys, ...paths]
    const split = item.split ?? firstSplit(names)
    let several = isSeveral
    for (const name of namesOf(...names)) {
      const pair = this.byName.get(name)
      if (pair !== undefined && pair !== SEVERAL) {
        // the same name in another split is another pair
        const pairSplit = pair.split ?? firstSplit([pair.key, pair.after])
        if (split === null || pairSplit === null || split === pairSplit) {
          return { pair, by: 'name' }
        }
      }
      several ||= pair === SEVERAL
    }
    return {
      reason: several
        ? 'Several pairs of the project have this name.'
        : 'No pair of the project has this name.',
    }
  }
}

/** The split that the folders of these paths name. */
function firstSplit(paths: readonly string[]): string | null {
  for (const path of paths) {
    const split = splitOf(parentOf(path))
    if (split !== null) {
      return split
    }
  }
  return null
}

function add(map: Map<string, PairPlace | null>, name: string, pair: PairPlace): void {
  const known = map.get(name)
  map.set(name, known === undefined || known?.id === pair.id ? pair : SEVERAL)
}

/** The first pair that is found; null where only names of several pairs are; undefined for none. */
function first(
  names: readonly string[],
  find: (name: string) => PairPlace | null | undefined,
): PairPlace | null | undefined {
  let found: PairPlace | null | undefined
  for (const name of names) {
    const pair = find(name)
    if (pair !== undefined && pair !== SEVERAL) {
      return pair
    }
    found = pair === SEVERAL ? SEVERAL : found
  }
  return found
}

/** `a/b/c.png` ends with `b/c.png`. Not with `c.png`, which is a name and no path. */
function endsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1, -1).map((_, index) => parts.slice(index + 1).join('/'))
}

function withoutEnding(name: string): string {
  return name.replace(/\.[^./]*$/, '')
}

/** Words that tools put after the name of an image. */
const ADDED = /[_-](?:mask|label|pred|prediction|change|result)$/i

/** The last parts without their endings, and without what tools add. */
function namesOf(...paths: readonly string[]): Set<string> {
  const names = paths.map((path) => withoutEnding(path.slice(path.lastIndexOf('/') + 1)))
  return new Set([...names, ...names.map((name) => name.replace(ADDED, ''))].filter((name) => name !== ''))
}
