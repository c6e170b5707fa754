import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { fileOf, sliceAxisSchema, slicePath } from '../domain/slice-path'
import type { SliceChoice } from '../domain/slice-path'
import { isManifestReading } from './reading'
import type { DiscoveredPair } from './reading'

/** Slices that a person added to pairs of volumes, by the key of the pair. */
export const addedSlicesSchema = z.record(
  z.string(),
  z.array(z.object({ axis: sliceAxisSchema, number: z.int().min(1).max(999_999) })),
)
export type AddedSlices = z.infer<typeof addedSlicesSchema>

/** `NAME#0012`, `NAME#coronal-0012`. */
export function sliceKey(key: string, { axis, number }: SliceChoice): string {
  const direction = axis === 'coronal' || axis === 'sagittal' ? `${axis}-` : ''
  return `${key}#${direction}${String(number).padStart(4, '0')}`
}

/** The key of the pair that slices were added to. */
export function volumeKey(key: string, added: AddedSlices): string {
  const whole = withoutSlice(key)
  return Object.hasOwn(added, whole) ? whole : key
}

/** A key without what `sliceKey` puts at its end. */
export function withoutSlice(key: string): string {
  return key.replace(/#(?:coronal-|sagittal-)?\d{4,6}$/, '')
}

/** Each pair, and after it a pair of each slice that was added to it. A key that is there already stays. */
export function withSlices(pairs: readonly DiscoveredPair[], added: AddedSlices): DiscoveredPair[] {
  const keys = new Set(pairs.map(({ key }) => key))
  return pairs.flatMap((pair) => {
    const slices = Object.hasOwn(added, pair.key) ? added[pair.key] : []
    const made = slices.map((slice) => pairOfSlice(pair, slice)).filter(({ key }) => !keys.has(key))
    return [pair, ...made]
  })
}

const VOLUME = /\.nii(?:\.gz)?$/i

function pairOfSlice(pair: DiscoveredPair, slice: SliceChoice): DiscoveredPair {
  return {
    ...pair,
    key: sliceKey(pair.key, slice),
    before: slicePath(fileOf(pair.before), slice),
    after: slicePath(fileOf(pair.after), slice),
    // a label volume has slices too
    label: pair.label !== null && VOLUME.test(pair.label) ? slicePath(pair.label, slice) : null,
    caption: null,
  }
}

/** Both images of every pair are DICOM files by their names, and nobody gave the pairs their keys. */
export function areDicom(readingId: string, pairs: readonly DiscoveredPair[]): boolean {
  return (
    !isManifestReading(readingId) &&
    pairs.length > 0 &&
    pairs.every((pair) => [pair.before, pair.after].every((path) => /\.dcm$/i.test(fileOf(path))))
  )
}

/** Keys and places that tell nothing of the names of files and folders: `scan-3f9a0c11d2e4`. @param secret of the project */
export function withHashedKeys(pairs: readonly DiscoveredPair[], secret: string): DiscoveredPair[] {
  return pairs.map((pair) => ({
    ...pair,
    key: hashedKey(pair.key, secret),
    ...(pair.sequence === undefined
      ? {}
      : { sequence: { ...pair.sequence, name: `place-${hashOf(pair.sequence.name, secret)}` } }),
  }))
}

export function hashedKey(key: string, secret: string): string {
  return `scan-${hashOf(key, secret)}`
}

function hashOf(name: string, secret: string): string {
  return createHmac('sha256', secret).update(name).digest('hex').slice(0, 12)
}
