import type { LeftOut } from '../../contract/project'
import { groupBy } from '../../basics/group-by'
import { lastOf, parentOf } from '../parent-of'
import { splitOf } from '../split-names'
import { emptyReading } from '../reading'
import type { DiscoveredPair, ReadingBuilder } from '../reading'
import type { Scan, ScannedImage } from '../scan'
import { message } from '../../messages/message'

/** Two sibling folders, one for each side; names in lower case. */
interface FolderLayout {
  id: string
  /** Names of the folders as they are shown. */
  title: readonly [before: string, after: string]
  before: string
  after: string
}

const LAYOUTS: readonly FolderLayout[] = [
  { id: 'a-b-folders', title: ['A', 'B'], before: 'a', after: 'b' },
  { id: 'before-after-folders', title: ['before', 'after'], before: 'before', after: 'after' },
  { id: 'im1-im2-folders', title: ['im1', 'im2'], before: 'im1', after: 'im2' },
  { id: 't1-t2-folders', title: ['t1', 't2'], before: 't1', after: 't2' },
  { id: 'pre-post-folders', title: ['pre', 'post'], before: 'pre', after: 'post' },
  { id: 'time1-time2-folders', title: ['time1', 'time2'], before: 'time1', after: 'time2' },
]

/** Whether a folder is called as one of the sides of `LAYOUTS`. */
export function isPlainSide(folder: string): boolean {
  return LAYOUTS.some(({ before, after }) => [before, after].includes(lowerLastOf(folder)))
}

/** Words at the end of a name that tell the side, taken off where no whole name matches another. */
const SIDE_WORD = /[_\-. ](before|after|pre|post|im[12]|t[12]|a|b|[012])$/i

/** Pairs of equal names in two sibling folders, at the root or below, in any number of places. */
export function readFolderLayouts(scan: Scan, labels: LabelIndex): ReadingBuilder[] {
  return LAYOUTS.map((layout) => readLayout(layout, scan, labels))
}

function readLayout(layout: FolderLayout, scan: Scan, labels: LabelIndex): ReadingBuilder {
  const builder = emptyReading(
    layout.id,
    message('readings.sides', { before: layout.title[0], after: layout.title[1] }),
  )
  const byLowerCase = new Map(scan.folders.map((folder) => [folder.toLowerCase(), folder]))
  for (const folder of scan.folders) {
    const cut = folder.lastIndexOf('/') + 1
    if (folder.slice(cut).toLowerCase() !== layout.before) {
      continue
    }
    const other = byLowerCase.get(`${folder.slice(0, cut)}${layout.after}`.toLowerCase())
    if (other !== undefined) {
      matchFolders(folder, other, scan, labels, builder)
    }
  }
  return builder
}

/** Adds the pairs of equal names in two folders, and what is left alone in them. */
export function matchFolders(
  before: string,
  after: string,
  scan: Scan,
  labels: LabelIndex,
  builder: ReadingBuilder,
): void {
  const parent = parentOf(before)
  const [left, right] = [imagesBelow(before, scan), imagesBelow(after, scan)]
  const matched = new Set<ScannedImage>()
  for (const nameOf of [wholeName, nameWithoutSide]) {
    // where whole names match, the end of those left alone tells a tile or a frame, and no side
    if (matched.size > 0) {
      break
    }
    const byName = groupBy(right, (image) => nameOf(image, after))
    for (const image of left) {
      const name = nameOf(image, before)
      const partners = (byName.get(name) ?? []).filter((partner) => !matched.has(partner))
      const partner = partners.find(({ extension }) => extension === image.extension) ?? partners[0]
      if (partner !== undefined) {
        matched.add(image).add(partner)
        builder.pairs.push(pairOf(parent, name, image, partner, labels))
      }
    }
  }
  builder.leftOut.push(...alone(left, matched, after), ...alone(right, matched, before))
}

function pairOf(
  parent: string,
  name: string,
  before: ScannedImage,
  after: ScannedImage,
  labels: LabelIndex,
): DiscoveredPair {
  const way = parent === '' ? name : `${parent}/${name}`
  const folder = parentOf(way)
  return {
    key: way
      .split('/')
      .filter((part, index, parts) => index === parts.length - 1 || part.toLowerCase() !== 'images')
      .join('/'),
    split: splitOf(folder),
    before: before.path,
    after: after.path,
    label: labels.find(folder, [after.stem, before.stem, lastOf(name)]),
    caption: null,
  }
}

/** The way from the folder of its side, without the extension. */
function wholeName(image: ScannedImage, side: string): string {
  return image.path.slice(side.length + 1, -image.extension.length - 1)
}

function nameWithoutSide(image: ScannedImage, side: string): string {
  return wholeName(image, side).replace(SIDE_WORD, '')
}

function imagesBelow(folder: string, scan: Scan): ScannedImage[] {
  const below = (scan.foldersIn.get(folder) ?? []).flatMap((child) => imagesBelow(child, scan))
  return [...(scan.imagesIn.get(folder) ?? []), ...below]
}

function alone(
  images: readonly ScannedImage[],
  matched: ReadonlySet<ScannedImage>,
  other: string,
): LeftOut[] {
  return images
    .filter((image) => !matched.has(image))
    .map(({ path }) => ({ path, reason: message('readings.noPartnerIn', { folder: other }) }))
}

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
  const found = scan.folders.filter((folder) => LABEL_NAMES.includes(lowerLastOf(folder)))
  found.sort((a, b) => LABEL_NAMES.indexOf(lowerLastOf(a)) - LABEL_NAMES.indexOf(lowerLastOf(b)))
  return groupBy(found, parentOf)
}

function lowerLastOf(folder: string): string {
  return lastOf(folder).toLowerCase()
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
