import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_MAPPING, mappingKey } from '../../domain/value-mapping'
import type { ValueMapping } from '../../domain/value-mapping'
import type { PairSource } from '../project/open-project'
import { sourcesAt } from '../pictures/picture-files'
import type { Source } from '../pictures/picture-files'
import type { FramePaths } from '../pictures/value-mappings'

/** The file of the probabilities that a proposer gave to the pixels of two files. */
export function probabilitiesName(
  pairId: number,
  proposer: string,
  before: Source,
  after: Source,
  mapping: ValueMapping,
): string {
  return `${pairId}-probabilities-${proposer}-${before.stamp}-${after.stamp}${suffixOf(mapping)}.png`
}

/** Of a file's name. */
export function suffixOf(mapping: ValueMapping): string {
  const key = mappingKey(mapping)
  return key === '' ? '' : `-${key}`
}

/** Where a proposal's probabilities are to be written; null where nothing can be. */
export async function probabilitiesPath(
  { cacheFolder }: Pick<PairSource, 'cacheFolder'>,
  pairId: number,
  proposer: string,
  frames: FramePaths,
): Promise<string | null> {
  if (cacheFolder === null) {
    return null
  }
  try {
    await mkdir(cacheFolder, { recursive: true })
    const { before, after } = await sourcesAt(frames)
    const { mapping = DEFAULT_MAPPING } = frames
    return join(cacheFolder, probabilitiesName(pairId, proposer, before, after, mapping))
  } catch {
    return null
  }
}
