import { groupBy, parentOf } from '../split'
import type { Scan, ScannedImage } from '../scan'

/** In the order in which they are taken where there are several. */
const LABEL_NAMES = ['label', 'labels', 'mask', 'masks', 'gt', 'ground_truth', 'groundtruth']

export function isLabelFolder(folder: string): boolean {
  return folder.split('/').some((part) => LABEL_NAMES.includes(part.toLowerCase()))
}

/** Existing masks by the place of the pair and by name. */
export interface LabelIndex {
  /**
   * @param folder of the pair, relative
   * @param stems names to look for, the best first
   */
  find(folder: string, stems: readonly string[]): string | null
}

/**
 * A pair in `P/x` has its mask in `P/label/x/STEM` or `P/label/STEM`, for any folder P above it and any of
 * the names that label folders have.
 */
export function indexLabels(scan: Scan): LabelIndex {
  const byPlace = groupBy(
    scan.images.filter((image) => isLabelFolder(image.folder)),
    (image: ScannedImage) => `${image.folder}/${image.stem}`.toLowerCase(),
  )
  const labelFolders = labelFoldersByParent(scan)
  const cache = new Map<string, string[]>()
  return {
    find(folder, stems) {
      const folders = cache.get(folder) ?? candidates(folder, labelFolders)
      cache.set(folder, folders)
      for (const stem of stems) {
        for (const place of folders) {
          const found = byPlace.get(`${place}/${stem}`.toLowerCase())
          if (found !== undefined) {
            return found[0].path
          }
        }
      }
      return null
    },
  }
}

/** Label folders by the folder they lie in, the best name first. */
function labelFoldersByParent(scan: Scan): Map<string, string[]> {
  const found = scan.folders.filter((folder) => LABEL_NAMES.includes(lastOf(folder)))
  found.sort((a, b) => LABEL_NAMES.indexOf(lastOf(a)) - LABEL_NAMES.indexOf(lastOf(b)))
  return groupBy(found, parentOf)
}

function lastOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1).toLowerCase()
}

/** Nearest label folders first. */
function candidates(folder: string, labelFolders: ReadonlyMap<string, string[]>): string[] {
  const found: string[] = []
  for (let above = folder; ; above = parentOf(above)) {
    const way = above === '' ? folder : folder.slice(above.length + 1)
    for (const place of labelFolders.get(above) ?? []) {
      found.push(...(way === '' ? [place] : [`${place}/${way}`, place]))
    }
    if (above === '') {
      return found
    }
  }
}
