import type { SliceChoice, SliceCounts } from '../../domain/slice-path'
import { message } from '../../messages/message'
import type { ByteSource, ImageHeader } from '../header/source'
import { directionsOf } from './orientation'
import { gridOf } from './slice-grid'
import { parseNifti } from './volume'
import type { NiftiVolume } from './volume'
import { volumeStart } from './volume-bytes'

/** Of the first volume, uncompressed. */
const MOST_BYTES = 2 ** 30

/**
 * The header of a slice of a NIfTI file, gzip or not; null where the file is none. What cannot be decoded says why.
 * @throws HeaderError
 */
export async function readNiftiHeader(
  source: ByteSource,
  choice: SliceChoice | null,
): Promise<Omit<ImageHeader, 'format'>> {
  const volume = parseNifti(await volumeStart(source))
  const { normalOf } = directionsOf(volume)
  const { dims, spacing } = volume
  const counts = {
    axial: dims[normalOf.axial],
    coronal: dims[normalOf.coronal],
    sagittal: dims[normalOf.sagittal],
  }
  const grid = gridOf(volume, choice)
  const unread = unreadOf(volume, choice, grid === null ? counts : null)
  const shown = grid ?? gridOf(volume, null)!
  return {
    width: shown.width,
    height: shown.height,
    orientation: 1,
    slices: { shown: { axis: shown.axis, number: shown.number }, counts },
    ...(spacing === null
      ? {}
      : {
          spacing: {
            columnMillimetres: spacing[shown.columns.axis],
            rowMillimetres: spacing[shown.rows.axis],
            isAtDetector: false,
          },
        }),
    ...(unread === null ? {} : { unread }),
  }
}

function unreadOf(
  { header, type, dims }: NiftiVolume,
  choice: SliceChoice | null,
  counts: SliceCounts | null,
): NonNullable<ImageHeader['unread']> | null {
  if (header.toString('latin1', 344, 347) === 'ni1') {
    return (name) => message('problems.niftiParts', { name })
  }
  if (type === null) {
    return (name) => message('problems.niftiType', { name })
  }
  if (dims[0] * dims[1] * dims[2] * type.bytes > MOST_BYTES) {
    return (name) => message('problems.niftiSize', { name })
  }
  if (counts !== null && choice !== null) {
    const count = counts[choice.axis] ?? 0
    return (name) => message('problems.noSuchSlice', { name, count })
  }
  return null
}
