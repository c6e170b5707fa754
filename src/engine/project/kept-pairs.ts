import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bucketOf } from '../../buckets/buckets-in-use'
import { inReadingOrder } from '../../dataset/reading'
import type { DiscoveredReading } from '../../dataset/reading'
import type { PairProblem } from '../../domain/pair'
import { isSequenceReading } from '../../domain/sequence'
import { fileOf } from '../../domain/slice-path'
import { message, messageFields } from '../../messages/message'
import type { ProjectStore } from '../../store/project-store'
import { isNotStored } from '../../store/store-error'
import type { WorkedPair } from '../../store/worked-pairs'
import { keysOfProject } from './found-pairs'

/** Where the images of sequences are paired otherwise, the pairs that people worked on stay beside the new ones. */
export function withWorkedPairs(
  { pairs, meta }: ProjectStore,
  reading: DiscoveredReading,
  found: readonly DiscoveredReading[],
): DiscoveredReading {
  const other = found.find(({ id }) => id !== reading.id && isSequenceReading(id))
  if (other === undefined || !isSequenceReading(reading.id)) {
    return reading
  }
  const worked = pairs.sequences.workedKeys()
  const keyOf = keysOfProject(other.id, meta)
  return withPairs(
    reading,
    other.pairs.filter(({ key }) => worked.has(keyOf(key))),
  )
}

/**
 * With the pairs of the store that people worked on and that the folder does not give any more, as an image is gone, a
 * date came between two others, or its dates are told otherwise: no work goes out of sight by itself. A rejected pair
 * goes with its image: who deletes it on purpose is rid of the pair, which the store keeps for the image to come back.
 */
export function withKeptPairs(
  store: ProjectStore,
  folder: string,
  reading: DiscoveredReading,
): DiscoveredReading {
  const kept = notFound(store, reading).filter((pair) => {
    return missingFile(folder, pair) === null ? pair.sequence !== undefined : pair.state !== 'rejected'
  })
  return withPairs(reading, kept)
}

/**
 * Stores as the problem of kept pairs which of their images is gone; nothing where nothing can be stored.
 * @param found the reading without them
 */
export function tellMissing(
  store: ProjectStore,
  folder: string,
  reading: DiscoveredReading,
  found: DiscoveredReading,
): void {
  if (reading.pairs.length === found.pairs.length) {
    return
  }
  const problems = new Map<number, PairProblem>()
  for (const pair of notFound(store, found)) {
    const name = missingFile(folder, pair)
    if (name !== null) {
      const text = message('problems.missing', { name })
      const fields = messageFields(message('joining.sentence', { text }))
      problems.set(pair.id, { code: 'missing', ...fields, path: name })
    }
  }
  try {
    store.pairs.setProblems(problems)
  } catch (error) {
    if (!isNotStored(error)) {
      throw error
    }
  }
}

/** Whether a file is there, or an object of a bucket. */
export function isThere(folder: string, path: string): boolean {
  return bucketOf(folder)?.has(path) ?? existsSync(join(folder, path))
}

function notFound({ pairs }: ProjectStore, reading: DiscoveredReading): WorkedPair[] {
  const own = keysOf(reading)
  return pairs.worked.all().filter(({ key }) => !own.has(key))
}

function keysOf({ pairs }: DiscoveredReading): ReadonlySet<string> {
  return new Set(pairs.map(({ key }) => key))
}

function missingFile(
  folder: string,
  { before, after }: { readonly before: string; readonly after: string },
): string | null {
  return [before, after].map(fileOf).find((path) => !isThere(folder, path)) ?? null
}

/** Those that it has not are added. */
function withPairs(reading: DiscoveredReading, pairs: DiscoveredReading['pairs']): DiscoveredReading {
  const own = keysOf(reading)
  const added = pairs.filter(({ key }) => !own.has(key))
  return added.length === 0 ? reading : { ...reading, pairs: inReadingOrder([...reading.pairs, ...added]) }
}
