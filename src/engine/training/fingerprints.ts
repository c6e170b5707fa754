import { mkdirSync, readFileSync } from 'node:fs'
import { imageStat } from '../../images/file-identity'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { writeAtomically } from '../../dataset/atomic'
import { overlayKey } from '../../frames/common-grid'
import type { InferenceLane } from '../lanes/inference-lane'

const knownSchema = z.record(z.string(), z.tuple([z.string(), z.string()])).catch({})
const MILLISECONDS = 60_000

interface FingerprintedPair {
  readonly before: string
  readonly after: string
}

/**
 * Perceptual hashes of pairs, computed in a lane and cached in `cacheFolder` by the files' names, sizes and times. Null for a
 * pair whose images cannot be read. @throws the reason of `signal`
 */
export async function fingerprintPairs(
  cacheFolder: string,
  lane: InferenceLane,
  pairs: readonly FingerprintedPair[],
  signal?: AbortSignal,
): Promise<([string, string] | null)[]> {
  const path = join(cacheFolder, 'fingerprints.json')
  const known = new Map(Object.entries(readKnown(path)))
  const found: ([string, string] | null)[] = []
  let isNew = false
  try {
    for (const pair of pairs) {
      signal?.throwIfAborted()
      const onGrid = await overlayKey(pair)
      const stamps = [await stamped(pair.before), await stamped(pair.after)]
      const key = [...stamps, ...(onGrid === '' ? [] : [onGrid])].join('\n')
      const cached = known.get(key) ?? null
      const made = cached ?? (await fingerprintsOf(lane, pair))
      if (cached === null && made !== null) {
        known.set(key, made)
        isNew = true
      }
      found.push(made)
    }
  } finally {
    // also where the signal ended it early
    if (isNew) {
      await writeKnown(path, known)
    }
  }
  return found
}

/**
 * What was computed for pairs before, by their files' names alone, which need not be there any more; null for others.
 * Reads no image, and the file of the cache with the first question.
 */
export function cachedFingerprints(
  cacheFolder: string,
): (pair: FingerprintedPair) => [string, string] | null {
  let byNames: ReadonlyMap<string, [string, string]> | null = null
  return ({ before, after }) => {
    byNames ??= printsByNames(join(cacheFolder, 'fingerprints.json'))
    return byNames.get(`${before}\n${after}`) ?? null
  }
}

function printsByNames(path: string): Map<string, [string, string]> {
  return new Map(
    Object.entries(readKnown(path)).map(([key, prints]) => {
      const [before, after] = key.split('\n', 2)
      return [`${nameIn(before)}\n${nameIn(after)}`, prints]
    }),
  )
}

/** If it cannot be written, only time is lost. */
async function writeKnown(path: string, known: ReadonlyMap<string, [string, string]>): Promise<void> {
  try {
    mkdirSync(dirname(path), { recursive: true })
    await writeAtomically(path, JSON.stringify(Object.fromEntries(known)))
  } catch {
    return
  }
}

function readKnown(path: string): z.infer<typeof knownSchema> {
  try {
    return knownSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return {}
  }
}

/** By the default mapping: what is alike is alike by each window. */
async function fingerprintsOf(
  lane: InferenceLane,
  { before, after }: FingerprintedPair,
): Promise<[string, string] | null> {
  try {
    const found = await lane.call('fingerprints', { before, after }, { milliseconds: MILLISECONDS })
    return [found.before, found.after]
  } catch {
    return null
  }
}

/** The path in what `stamped` made. */
function nameIn(stamp = ''): string {
  return stamp.replace(/ \S+ \S+$/, '')
}

async function stamped(path: string): Promise<string> {
  const found = await imageStat(path).catch(() => null)
  return `${path} ${found?.mtimeMs ?? 0} ${found?.size ?? 0}`
}
