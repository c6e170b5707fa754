import { DisjointSets } from '../../basics/disjoint-sets'
import { areSequencesInExport, filesOfPair, scanFolders, sequenceOf } from '../pair-groups'

/** What groups are made of. */
export interface Grouped {
  readonly key: string
  /** Empty where the file is gone. */
  readonly beforePath: string
  readonly afterPath: string
  /** Of the place that the pair is about. */
  readonly sequence?: { readonly name: string } | null
}

/** Some hundred take a millisecond. */
export const ITEMS_A_STEP = 256

/**
 * The group name of each item, then of each other pair. A group is pairs of one sequence; pairs that share a file, as
 * slices of one volume do, and dates of one place; pairs of DICOM files of one folder; and the frames of a sequence,
 * `Street_000133` and `Street_000140`, where the names tell of at least five sequences with two frames each on average.
 * @param keys of all pairs that tell of sequences; null for those of the items
 */
export function* groupNames(
  items: readonly Grouped[],
  others: readonly Grouped[],
  keys: (() => readonly string[]) | null,
): Generator<void, string[]> {
  const pairs = others.length === 0 ? items : [...items, ...others]
  const sequences = yield* sequencesOf(pairs.map(({ key }) => key))
  // of all keys: what is a sequence must not depend on how many pairs are exported
  const allKeys = keys?.() ?? []
  const all = allKeys.length > items.length ? yield* sequencesOf(allKeys) : sequences.slice(0, items.length)
  const areSequences = areSequencesInExport(new Set(all).size, all.length)
  const sets = new DisjointSets(pairs.length)
  const firstOfFile = new Map<string, number>()
  const foldersOf = scanFolders(pairs.map(({ beforePath, afterPath }) => [beforePath, afterPath]))
  for (const [index, { beforePath, afterPath, sequence }] of pairs.entries()) {
    if (sequence == null) {
      const files = [...filesOfPair(beforePath, afterPath), ...foldersOf([beforePath, afterPath])]
      for (const file of files.filter((name) => name !== '')) {
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
  for (const [index, { sequence }] of pairs.entries()) {
    const first = sets.rootOf(index)
    const own = areSequences ? sequences[first] : pairs[first].key
    names.push(sequence == null ? own : `sequence ${sequence.name}`)
    if (index % ITEMS_A_STEP === 0) {
      yield
    }
  }
  return names
}

function* sequencesOf(keys: readonly string[]): Generator<void, string[]> {
  const sequences: string[] = []
  for (const [index, key] of keys.entries()) {
    sequences.push(sequenceOf(key))
    if (index % ITEMS_A_STEP === 0) {
      yield
    }
  }
  return sequences
}
