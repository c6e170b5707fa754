import type { Region } from '../domain/document'
import { areTouching, encodePlaced, placedOf, union } from '../mask/placed-mask'
import type { PlacedMask } from '../mask/placed-mask'
import type { Homography } from '../domain/pair'
import { invert, project } from '../domain/homography'
import { carryPlaced } from '../domain/carry-placed'
import type { Rect } from '../mask/bitmap'
import type { Rle } from '../mask/rle'
import type { RegionChange } from '../names/claim'
import type { Size } from '../domain/picture-tile'

/** What was proposed for a part of an image, in its own pixels. */
export interface PartProposal {
  part: Rect
  regions: readonly Region[]
  /** Of its regions, in their order; null where the proposer measures none. */
  changes: readonly RegionChange[] | null
}

interface PlacedRegion {
  region: Region
  change: RegionChange | null
  part: Rect
  after: PlacedMask
  before: PlacedMask | null
}

export interface MergedRegion {
  region: Region
  change: RegionChange | null
}

/**
 * Regions of parts that overlap, as those of the whole image, the largest first: regions of two parts that share a
 * pixel are one, with the category and the change of its largest piece.
 * @param alignment of the before frame with the after frame, where parts have both in the after frame
 */
export function mergeParts(
  image: Size,
  parts: readonly PartProposal[],
  alignment: Homography | null = null,
): MergedRegion[] {
  const pieces = parts.flatMap(placeRegions)
  const groups = groupTouching(pieces)
  return groups
    .map((group) => mergeGroup(image, group, alignment))
    .toSorted((a, b) => b.area - a.area)
    .map(({ region, change }, index) => ({ region: { ...region, id: `part-${index + 1}` }, change }))
}

function placeRegions({ part, regions, changes }: PartProposal): PlacedRegion[] {
  return regions.map((region, index) => ({
    region,
    change: changes?.[index] ?? null,
    part,
    after: placedOf(region.mask, part),
    before: region.beforeMask === null ? null : placedOf(region.beforeMask, part),
  }))
}

/** Pieces of two parts that share a pixel belong together, and so do all that hang together so. */
function groupTouching(pieces: readonly PlacedRegion[]): PlacedRegion[][] {
  const parents = pieces.map((_, index) => index)
  const rootOf = (index: number): number => {
    let root = index
    while (parents[root] !== root) {
      root = parents[root]
    }
    parents[index] = root
    return root
  }
  const order = pieces.map((_, index) => index).toSorted((a, b) => left(pieces[a]) - left(pieces[b]))
  for (const [rank, index] of order.entries()) {
    const piece = pieces[index]
    const right = piece.after.x + piece.after.width
    for (let next = rank + 1; next < order.length && left(pieces[order[next]]) < right; next += 1) {
      const other = pieces[order[next]]
      if (other.part !== piece.part && areTouching(piece.after, other.after)) {
        parents[rootOf(order[next])] = rootOf(index)
      }
    }
  }
  const groups = new Map<number, PlacedRegion[]>()
  pieces.forEach((piece, index) => {
    const root = rootOf(index)
    groups.set(root, [...(groups.get(root) ?? []), piece])
  })
  return [...groups.values()]
}

function left({ after }: PlacedRegion): number {
  return after.x
}

function mergeGroup(
  image: Size,
  group: readonly PlacedRegion[],
  alignment: Homography | null,
): MergedRegion & { area: number } {
  const largest = group.reduce((best, one) => (one.after.area > best.after.area ? one : best))
  const after = union(group.map((one) => one.after))
  const befores = group.map((one) => one.before).filter((one) => one !== null)
  const scores = group.map(({ region }) => region.score).filter((score) => score !== null)
  const { parts: _, ...whole } = largest.region
  const region: Region = {
    ...whole,
    ...nameOf(largest, alignment),
    mask: encodePlaced(after, image),
    beforeMask: befores.length === 0 ? null : beforeMaskOf(union(befores), image, alignment),
    score: scores.length === 0 ? null : Math.max(...scores),
  }
  return { region, change: changeOf(largest, after, image), area: after.area }
}

/** Seen at its place in the whole frame. */
function nameOf(
  { region: { name }, part }: PlacedRegion,
  alignment: Homography | null,
): Pick<Region, 'name'> {
  if (name === undefined) {
    return {}
  }
  const seen = name?.seen ?? null
  if (name === null || seen === null) {
    return { name }
  }
  const { frame, box } = seen
  const placed = { ...box, x: part.x + box.x, y: part.y + box.y }
  const back = alignment === null || frame === 'after' ? null : invert(alignment)
  const place = back === null ? placed : { ...placed, ...project(back, placed) }
  return { name: { ...name, seen: { frame, box: place } } }
}

/** In the before frame; null where it lies outside. @param mask in the after frame */
function beforeMaskOf(mask: PlacedMask, image: Size, alignment: Homography | null): Rle | null {
  const there = alignment === null ? mask : carryPlaced(mask, alignment, image)
  return there === null ? null : encodePlaced(there, image)
}

/** Of the largest piece, at the place and of the size of the whole region. */
function changeOf({ change, part }: PlacedRegion, whole: PlacedMask, image: Size): RegionChange | null {
  if (change === null) {
    return null
  }
  const { from } = change
  return {
    ...change,
    x: (whole.x + whole.width / 2) / image.width,
    y: (whole.y + whole.height / 2) / image.height,
    share: whole.area / (image.width * image.height),
    ...(from === undefined
      ? {}
      : {
          from: {
            x: (part.x + from.x * part.width) / image.width,
            y: (part.y + from.y * part.height) / image.height,
          },
        }),
  }
}
