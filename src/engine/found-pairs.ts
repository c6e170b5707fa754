import { randomBytes } from 'node:crypto'
import type { DiscoveredReading } from '../dataset/reading'
import { addedSlicesSchema, areDicom, withHashedKeys, withSlices } from '../dataset/slice-pairs'
import type { AddedSlices } from '../dataset/slice-pairs'
import type { MetaTable } from '../store/json'

const SLICES_NAME = 'added-slices'
/** The secret of hashed keys; empty where keys are the names of files. */
const SECRET_NAME = 'key-secret'

/** None where what is stored is damaged. */
function readSlices(stored: string | null): AddedSlices {
  try {
    return addedSlicesSchema.parse(JSON.parse(stored ?? '{}'))
  } catch {
    return {}
  }
}

/** @param change is given the slices that were added */
export function changeAddedSlices(meta: MetaTable, change: (added: AddedSlices) => AddedSlices): void {
  meta.change(SLICES_NAME, (stored) => JSON.stringify(change(readSlices(stored))))
}

/**
 * Once, when a folder is opened for the first time: pairs of DICOM files get keys that tell nothing of the names of
 * their files, which are often names of persons. Later openings keep what was decided, as keys hold the work.
 */
export function decideOnKeys(meta: MetaTable, { id, pairs }: DiscoveredReading): void {
  meta.set(SECRET_NAME, areDicom(id, pairs) ? randomBytes(16).toString('hex') : '')
}

/** The reading with the keys and the slices of the project. */
export function ofProject(reading: DiscoveredReading, meta: MetaTable): DiscoveredReading {
  const secret = meta.get(SECRET_NAME) ?? ''
  const isHashed = secret !== '' && areDicom(reading.id, reading.pairs)
  const pairs = isHashed ? withHashedKeys(reading.pairs, secret) : reading.pairs
  return { ...reading, pairs: withSlices(pairs, readSlices(meta.get(SLICES_NAME))) }
}
