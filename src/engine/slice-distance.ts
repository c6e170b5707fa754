import type { SeriesPlaces } from '../contract/scans'
import { distanceOfSlices, readSlicePlace } from '../images/dicom/slice-place'
import type { StoredPair } from '../store/pair-records'
import { imageInside } from './pictures/pair-images'
import type { OpenProject } from './project/open-project'

/**
 * Files of a series are paired by their names, so that slices of other places may lie beside each other. Null for a pair
 * that is not of two DICOM files, or whose files say no place.
 * @throws ContractError `bad-image`, ImageError where a file cannot be read
 */
export async function dicomPlaces(
  { folder }: Pick<OpenProject, 'folder'>,
  pair: Pick<StoredPair, 'before' | 'after'>,
): Promise<SeriesPlaces | null> {
  const [before, after] = [
    await readSlicePlace(await imageInside(folder, pair.before)),
    await readSlicePlace(await imageInside(folder, pair.after)),
  ]
  return before === null || after === null
    ? null
    : {
        before: before.instanceNumber,
        after: after.instanceNumber,
        distance: distanceOfSlices(before, after),
      }
}
