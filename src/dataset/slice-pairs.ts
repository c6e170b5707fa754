import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { fileOf, middleOf, sliceAxisSchema, slicePath } from '../domain/slice-path'
import type { SliceChoice } from '../domain/slice-path'
import { countOf, partnerSlice } from '../images/nifti/partner-slice'
import { isManifestReading } from './reading'
import type { DiscoveredPair, Volumes } from './reading'
import { isVolumeName } from './volumes'

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

/** Of a project, for pairs whose before slice is not that of the after image's number. */
export interface SliceContext {
  readonly volumes: Volumes
  /** The before image of the pair of a key that people worked on: it stays. Null for all others. */
  readonly workedBefore: (key: string) => string | null
}

export const NO_VOLUMES: Volumes = new Map()

/**
 * Each pair, and after it a pair of each slice that was added to it. A key that is there already stays. Slices of NIfTI
 * volumes are paired by their place, others by their number.
 */
export function withSlices(
  pairs: readonly DiscoveredPair[],
  added: AddedSlices,
  context: SliceContext = { volumes: NO_VOLUMES, workedBefore: () => null },
): DiscoveredPair[] {
  const keys = new Set(pairs.map(({ key }) => key))
  return pairs.flatMap((pair) => {
    const slices = Object.hasOwn(added, pair.key) ? added[pair.key] : []
    const made = slices.map((slice) => pairOfSlice(pair, slice, context)).filter(({ key }) => !keys.has(key))
    return [ofOnePlace(pair, context), ...made]
  })
}

/** Where no path names a slice, the after image shows its middle one, and the before image and a label what lies there. */
function ofOnePlace(pair: DiscoveredPair, context: SliceContext): DiscoveredPair {
  const after = context.volumes.get(pair.after)
  if (after === undefined) {
    return pair
  }
  const shown = { axis: 'axial', number: middleOf(countOf(after, 'axial')) } as const
  const at = (path: string): string => {
    const volume = context.volumes.get(path)
    const number = volume === undefined ? null : partnerSlice(after, volume, shown).number
    return number === null || number === middleOf(countOf(volume!, 'axial'))
      ? path
      : slicePath(path, { ...shown, number })
  }
  const before = at(pair.before)
  return {
    ...pair,
    before: before === pair.before ? before : (workedBefore(pair.key, before, context) ?? before),
    label: pair.label === null ? null : at(pair.label),
  }
}

/** Null where the pair has no work, or its before image is one of another file. */
function workedBefore(key: string, before: string, context: SliceContext): string | null {
  const worked = context.workedBefore(key)
  return worked !== null && fileOf(worked) === fileOf(before) ? worked : null
}

function pairOfSlice(pair: DiscoveredPair, slice: SliceChoice, context: SliceContext): DiscoveredPair {
  const key = sliceKey(pair.key, slice)
  const after = context.volumes.get(fileOf(pair.after))
  const at = (path: string): string => {
    const volume = context.volumes.get(path)
    const { axis } = slice
    return slicePath(
      path,
      after === undefined || volume === undefined || axis === 'frame'
        ? slice
        : { axis, number: partnerSlice(after, volume, { ...slice, axis }).number },
    )
  }
  const before = at(fileOf(pair.before))
  const isMoved = before !== slicePath(fileOf(pair.before), slice)
  return {
    ...pair,
    key,
    before: isMoved ? (workedBefore(key, before, context) ?? before) : before,
    after: slicePath(fileOf(pair.after), slice),
    // a label volume has slices too
    label: pair.label !== null && isVolumeName(pair.label) ? at(pair.label) : null,
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
