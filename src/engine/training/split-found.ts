import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Grouping } from '../../contract/training'
import { EventLoopTurns } from '../../process/event-loop-turns'
import { splitPairs } from '../../training/data/split'
import type { KnownSides, Split, SplitPair } from '../../training/data/split'
import type { TrainedProject } from './corrected-pairs'

/** Absolute paths. */
interface Frames {
  readonly before: string
  readonly after: string
}

export interface FoundToSplit {
  readonly found: readonly { readonly item: Frames & { readonly key: string } }[]
  /** Of each pair; null where its images cannot be read, or were not. */
  readonly fingerprints: readonly ([string, string] | null)[]
  /** Of a pair of an earlier run; null where they are not known. */
  readonly printsOf: (pair: Frames) => [string, string] | null
}

/** The side of each pair that was found, by its group with those of earlier runs, chosen now or not. */
export async function splitFound(
  project: TrainedProject,
  { found, fingerprints, printsOf }: FoundToSplit,
  { grouping, share, knownSides }: { grouping: Grouping; share: number; knownSides: KnownSides },
): Promise<Split> {
  const turns = new EventLoopTurns()
  const { pairs: stored } = project.store
  const sequences = stored.sequences.byKey()
  await turns.yieldToEventLoop()
  const chosen = new Set(found.map(({ item }) => item.key))
  const earlierKeys = [...knownSides.keys()].filter((key) => !chosen.has(key))
  const filesIn = earlierKeys.length === 0 ? () => [] : await storedFiles(project, turns)
  const pairs: SplitPair[] = []
  for (const [index, { item }] of found.entries()) {
    const { key, before, after } = item
    const files = [before, after, ...filesIn(key)]
    pairs.push({ key, files, sequence: sequences.get(key), fingerprints: fingerprints[index] })
    await turns.yieldToEventLoop()
  }
  const root = await realpath(project.folder).catch(() => project.folder)
  const earlier: SplitPair[] = []
  for (const key of earlierKeys) {
    const files = filesIn(key)
    const [before, after] = files.map((file) => join(root, file))
    const prints = before === undefined ? null : printsOf({ before, after })
    earlier.push({ key, files, sequence: sequences.get(key), fingerprints: prints })
    await turns.yieldToEventLoop()
  }
  return splitPairs(pairs, grouping, share, { knownSides, earlier, keys: stored.keys() })
}

/** Paths of both frames by key, as the store has them: pairs that are not chosen are known by these alone. */
async function storedFiles(
  { store }: TrainedProject,
  turns: EventLoopTurns,
): Promise<(key: string) => string[]> {
  const places = new Map(store.pairs.places().map((place) => [place.key, place]))
  await turns.yieldToEventLoop()
  return (key) => {
    const place = places.get(key)
    return place === undefined ? [] : [place.before, place.after]
  }
}
