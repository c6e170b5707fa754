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
  const sequences = project.store.pairs.sequences.byKey()
  await turns.yieldToEventLoop()
  const places = project.store.pairs.places()
  await turns.yieldToEventLoop()
  const placeOf = new Map(places.map((place) => [place.key, place]))
  await turns.yieldToEventLoop()
  const filesIn = (key: string): string[] => {
    const place = placeOf.get(key)
    return place === undefined ? [] : [place.before, place.after]
  }
  const pairs: SplitPair[] = []
  for (const [index, { item }] of found.entries()) {
    const { key, before, after } = item
    const files = [before, after, ...filesIn(key)]
    pairs.push({ key, files, sequence: sequences.get(key), fingerprints: fingerprints[index] })
    await turns.yieldToEventLoop()
  }
  const chosen = new Set(pairs.map(({ key }) => key))
  const root = await realpath(project.folder).catch(() => project.folder)
  const earlier: SplitPair[] = []
  for (const key of knownSides.keys()) {
    if (!chosen.has(key)) {
      const files = filesIn(key)
      const [before, after] = files.map((file) => join(root, file))
      const prints = before === undefined ? null : printsOf({ before, after })
      earlier.push({ key, files, sequence: sequences.get(key), fingerprints: prints })
      await turns.yieldToEventLoop()
    }
  }
  return splitPairs(pairs, grouping, share, { knownSides, earlier, keys: places.map(({ key }) => key) })
}
