import { DisjointSets } from '../basics/disjoint-sets'
import type { Region } from '../domain/document'
import { groupBy } from '../basics/group-by'
import { encodeRuns, runsAt, runsOfPlaced, shareAPixel, uniteRuns } from '../mask/column-runs'
import type { ColumnRuns } from '../mask/column-runs'
import { placedOf } from '../mask/placed-mask'
import type { PlacedMask } from '../mask/placed-mask'
import type { Homography } from '../domain/pair'
import { invert, project } from '../domain/homography'
import { carryPlaced } from '../domain/carry-placed'
import type { Rect, Size } from '../mask/bitmap'
import type { Rle } from '../mask/rle'
import type { RegionChange } from '../names/claim'
import { EventLoopTurns } from '../process/event-loop-turns'

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
  after: ColumnRuns
}

export interface MergedRegion {
  region: Region
  change: RegionChange | null
}

/**
 * Regions of parts that overlap, as those of the whole image, the largest first: regions of two parts that share a
 * pixel are one, with the category and the change of its largest piece.
 * Other tasks of this thread run now and then.
 * @param alignment of the before frame with the after frame, where parts have both in the after frame
 */
export async function mergeParts(
  image: Size,
  parts: readonly PartProposal[],
  alignment: Homography | null = null,
): Promise<MergedRegion[]> {
  const turns = new EventLoopTurns()
  const pieces: PlacedRegion[] = []
  for (const part of parts) {
    pieces.push(...placeRegions(part))
    await turns.yieldToEventLoop()
  }
  const merged: (MergedRegion & { area: number })[] = []
  for (const group of await groupTouching(pieces, turns)) {
    merged.push(await mergeGroup(image, group, alignment, turns))
    await turns.yieldToEventLoop()
  }
  return merged
    .toSorted((a, b) => b.area - a.area)
    .map(({ region, change }, index) => ({ region: { ...region, id: `part-${index + 1}` }, change }))
}

function placeRegions({ part, regions, changes }: PartProposal): PlacedRegion[] {
  return regions.map((region, index) => ({
    region,
    change: changes?.[index] ?? null,
    part,
    after: runsAt(region.mask, part),
  }))
}

/** Pieces of two parts that share a pixel belong together, and so do all that hang together so. */
async function groupTouching(
  pieces: readonly PlacedRegion[],
  turns: EventLoopTurns,
): Promise<PlacedRegion[][]> {
  const sets = new DisjointSets(pieces.length)
  const order = pieces.map((_, index) => index).toSorted((a, b) => left(pieces[a]) - left(pieces[b]))
  for (const [rank, index] of order.entries()) {
    const piece = pieces[index]
    const right = piece.after.x + piece.after.width
    for (let next = rank + 1; next < order.length && left(pieces[order[next]]) < right; next += 1) {
      const other = pieces[order[next]]
      if (other.part !== piece.part && shareAPixel(piece.after, other.after)) {
        sets.join(order[next], index)
      }
    }
    await turns.yieldToEventLoop()
  }
  return [...groupBy(pieces.keys(), (index) => sets.rootOf(index)).values()].map((group) =>
    group.map((index) => pieces[index]),
  )
}

function left({ after }: PlacedRegion): number {
  return after.x
}

async function mergeGroup(
  image: Size,
  group: readonly PlacedRegion[],
  alignment: Homography | null,
  turns: EventLoopTurns,
): Promise<MergedRegion & { area: number }> {
  const largest = group.reduce((best, one) => (one.after.area > best.after.area ? one : best))
  const after = uniteRuns(group.map((one) => one.after))
  const scores = group.map(({ region }) => region.score).filter((score) => score !== null)
  const { parts: _, ...whole } = largest.region
  const region: Region = {
    ...whole,
    ...nameOf(largest, alignment),
    mask: encodeRuns(after, image),
    beforeMask:
      largest.region.beforeMask === null ? null : await beforeMaskOf(group, image, alignment, turns),
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

/**
 * In the before frame; null where it lies outside. Pieces may have been measured differently: what one of them lacks
 * before lies where it lies after.
 */
async function beforeMaskOf(
  group: readonly PlacedRegion[],
  image: Size,
  alignment: Homography | null,
  turns: EventLoopTurns,
): Promise<Rle | null> {
  const there: ColumnRuns[] = []
  for (const { region, part } of group) {
    const mask = region.beforeMask ?? region.mask
    const runs = alignment === null ? runsAt(mask, part) : carriedRuns(placedOf(mask, part), alignment, image)
    there.push(...(runs === null ? [] : [runs]))
    await turns.yieldToEventLoop()
  }
  return there.length === 0 ? null : encodeRuns(uniteRuns(there), image)
}

function carriedRuns(mask: PlacedMask, alignment: Homography, image: Size): ColumnRuns | null {
  const carried = carryPlaced(mask, alignment, image)
  return carried === null ? null : runsOfPlaced(carried)
}

/** Of the largest piece, at the place and of the size of the whole region. */
function changeOf({ change, part }: PlacedRegion, whole: ColumnRuns, image: Size): RegionChange | null {
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
