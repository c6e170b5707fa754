import { fileOf } from '../domain/slice-path'
import type { SliceChoice } from '../domain/slice-path'
import { millimetresApart, partnerSlice } from '../images/nifti/partner-slice'
import type { BodySlice } from '../images/nifti/partner-slice'
import { readVolume } from '../images/nifti/read-volume'
import type { StoredPair } from '../store/pair-records'
import { imageInside } from './pictures/pair-images'
import type { OpenProject } from './project/open-project'

/** Of a pair of NIfTI volumes. */
export interface SlicePartners {
  /** Whether the before volume has a slice at the place of one of the after volume. */
  isThere(slice: BodySlice): boolean
  /** Millimetres between two slices; null for two of one place, or where the files do not tell. */
  apart(before: SliceChoice | null, after: SliceChoice | null): number | null
}

/** Null for other files. */
export async function partnersOf(
  { folder }: Pick<OpenProject, 'folder'>,
  pair: Pick<StoredPair, 'before' | 'after'>,
): Promise<SlicePartners | null> {
  const volumeOf = async (path: string): ReturnType<typeof readVolume> =>
    readVolume(await imageInside(folder, fileOf(path)))
  const [before, after] = [await volumeOf(pair.before), await volumeOf(pair.after)]
  if (before === null || after === null) {
    return null
  }
  return {
    isThere: (slice) => partnerSlice(after, before, slice).isThere,
    apart: (shownBefore, shownAfter) =>
      isOfBody(shownBefore) && isOfBody(shownAfter)
        ? millimetresApart(after, shownAfter, before, shownBefore)
        : null,
  }
}

function isOfBody(slice: SliceChoice | null): slice is BodySlice {
  return slice !== null && slice.axis !== 'frame'
}
