import { randomBytes } from 'node:crypto'
import { isManifestReading } from '../../dataset/reading'
import type { DiscoveredReading } from '../../dataset/reading'
import { areDicom, hashedKey, NO_VOLUMES, withHashedKeys, withSlices } from '../../dataset/slice-pairs'
import type { AddedSlices } from '../../dataset/slice-pairs'
import type { MetaTable } from '../../store/json'
import type { ProjectStore } from '../../store/project-store'
import { changeSetting, getSetting, projectSettings, setSetting } from './project-settings'

/** @param change is given the slices that were added */
export function changeAddedSlices(meta: MetaTable, change: (added: AddedSlices) => AddedSlices): void {
  changeSetting(meta, projectSettings.addedSlices, change)
}

/**
 * Once, when a folder is opened for the first time: pairs of DICOM files get keys that tell nothing of the names of
 * their files, which are often names of persons. Later openings keep what was decided, as keys hold the work.
 */
export function decideOnKeys(meta: MetaTable, { id, pairs }: DiscoveredReading): void {
  setSetting(meta, projectSettings.keySecret, areDicom(id, pairs) ? randomBytes(16).toString('hex') : '')
}

/**
 * Whether names of files are names of persons here. Files of other kinds that came later change nothing: keys hold the
 * work, and a list gives its pairs their keys.
 * @param readingId of the pairs
 */
function isHashed(meta: MetaTable, readingId: string): boolean {
  return getSetting(meta, projectSettings.keySecret) !== '' && !isManifestReading(readingId)
}

/** Whether what leaves the program may not tell names of files, nor dates of studies. */
export function hidesNames(meta: MetaTable): boolean {
  return isHashed(meta, getSetting(meta, projectSettings.reading) ?? '')
}

/** What the project calls a pair of a reading, by the key that it was found with. */
export function keysOfProject(readingId: string, meta: MetaTable): (key: string) => string {
  const secret = getSetting(meta, projectSettings.keySecret)
  return isHashed(meta, readingId) ? (key) => hashedKey(key, secret) : (key) => key
}

/** The reading with the keys and the slices of the project. */
export function ofProject(
  reading: DiscoveredReading,
  { meta, pairs: stored }: ProjectStore,
): DiscoveredReading {
  const pairs = isHashed(meta, reading.id)
    ? withHashedKeys(reading.pairs, getSetting(meta, projectSettings.keySecret))
    : reading.pairs
  const added = getSetting(meta, projectSettings.addedSlices)
  const { volumes = NO_VOLUMES } = reading
  return {
    ...reading,
    pairs: withSlices(pairs, added, { volumes, workedBefore: (key) => stored.worked.beforeOf(key) }),
  }
}
