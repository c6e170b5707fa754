import { randomBytes } from 'node:crypto'
import type { DiscoveredReading } from '../../dataset/reading'
import { areDicom, NO_VOLUMES, withHashedKeys, withSlices } from '../../dataset/slice-pairs'
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

/** The reading with the keys and the slices of the project. */
export function ofProject(
  reading: DiscoveredReading,
  { meta, pairs: stored }: ProjectStore,
): DiscoveredReading {
  const secret = getSetting(meta, projectSettings.keySecret)
  const isHashed = secret !== '' && areDicom(reading.id, reading.pairs)
  const pairs = isHashed ? withHashedKeys(reading.pairs, secret) : reading.pairs
  const added = getSetting(meta, projectSettings.addedSlices)
  const { volumes = NO_VOLUMES } = reading
  return {
    ...reading,
    pairs: withSlices(pairs, added, { volumes, workedBefore: (key) => stored.workedBefore(key) }),
  }
}
