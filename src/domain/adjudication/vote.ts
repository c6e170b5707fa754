import { componentExtents, labelComponents } from '../../mask/components'
import { decodePlaced, encodePlaced } from '../../mask/placed-mask'
import { emptyRle, intersectRle, rleArea, subtractRle, unionRle } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import type { Frame, PairDocument, Region } from '../document'
import { documentIou, unrejectedRegions } from '../review'

/** What a vote of several reviews of one pair says. */
export type Vote = Pick<PairDocument, 'regions' | 'captions'>

/**
 * The pixels that more than half of the reviews marked, as regions of connected pixels of one category: the category
 * that the most reviews gave to a pixel, the first by alphabet where several did. The captions are those of the review
 * whose changed pixels lie nearest to the vote, the first of several.
 * @param documents two or more. @throws RangeError where their masks have several sizes
 */
export function voteOf(documents: readonly PairDocument[]): Vote {
  const kept = documents.map(unrejectedRegions)
  const size = sizeOf(kept.flat())
  if (size === null) {
    return { regions: [], captions: captionsOf(documents, []) }
  }
  const empty = emptyRle(size[1], size[0])
  const most = Math.floor(documents.length / 2) + 1
  const majority = (frame: Frame): Rle =>
    levelsOf(
      kept.map((regions) => unionOf(regions, frame, empty)),
      empty,
    )[most - 1]
  const [after, before] = [majority('after'), majority('before')]
  const parts = byCategory(kept, unionRle(after, before), empty).flatMap(([category, mask]) =>
    connected(mask).map((part) => ({ category, part })),
  )
  const regions = parts.map(({ category, part }, index): Region => {
    const beforeMask = intersectRle(part, before)
    return {
      id: `vote-${index + 1}`,
      category,
      status: 'accepted',
      mask: intersectRle(part, after),
      beforeMask: rleArea(beforeMask) === 0 ? null : beforeMask,
      source: { kind: 'person' },
      score: null,
    }
  })
  return { regions, captions: captionsOf(documents, regions) }
}

/** [height, width] of all masks; null where there are none. */
function sizeOf(regions: readonly Region[]): [number, number] | null {
  const sizes = new Set(regions.map(({ mask }) => mask.size.join(' ')))
  if (sizes.size > 1) {
    throw new RangeError('Masks of several sizes have no vote.')
  }
  return regions.at(0)?.mask.size ?? null
}

function unionOf(regions: readonly Region[], frame: Frame | 'both', empty: Rle): Rle {
  return regions
    .flatMap(({ mask, beforeMask }) => [
      ...(frame === 'before' ? [] : [mask]),
      ...(frame === 'after' || beforeMask === null ? [] : [beforeMask]),
    ])
    .reduce(unionRle, empty)
}

/** At index n - 1 the pixels that n masks or more have. */
function levelsOf(masks: readonly Rle[], empty: Rle): Rle[] {
  const levels = masks.map(() => empty)
  for (const mask of masks) {
    for (let level = masks.length - 1; level > 0; level -= 1) {
      levels[level] = unionRle(levels[level], intersectRle(levels[level - 1], mask))
    }
    levels[0] = unionRle(levels[0], mask)
  }
  return levels
}

/** Each of these pixels belongs to one category. */
function byCategory(kept: readonly (readonly Region[])[], pixels: Rle, empty: Rle): [string, Rle][] {
  const categories = [...new Set(kept.flat().map(({ category }) => category))].sort()
  const levels = categories.map((category) =>
    levelsOf(
      kept.map((regions) =>
        unionOf(
          regions.filter((region) => region.category === category),
          'both',
          empty,
        ),
      ),
      empty,
    ),
  )
  const masks = categories.map(() => empty)
  let rest = pixels
  for (let level = kept.length - 1; level >= 0; level -= 1) {
    for (let index = 0; index < categories.length; index += 1) {
      const taken = intersectRle(levels[index][level], rest)
      masks[index] = unionRle(masks[index], taken)
      rest = subtractRle(rest, taken)
    }
  }
  return categories.map((category, index) => [category, masks[index]])
}

function connected(mask: Rle): Rle[] {
  if (rleArea(mask) === 0) {
    return []
  }
  const [height, width] = mask.size
  const placed = decodePlaced(mask)
  const components = labelComponents(placed, 8)
  return componentExtents(components).map(({ label, area, bounds }) => {
    const data = new Uint8Array(bounds.width * bounds.height)
    for (let y = 0; y < bounds.height; y += 1) {
      for (let x = 0; x < bounds.width; x += 1) {
        const at = (bounds.y + y) * placed.width + bounds.x + x
        data[y * bounds.width + x] = components.labels[at] === label ? 1 : 0
      }
    }
    const part = {
      x: placed.x + bounds.x,
      y: placed.y + bounds.y,
      width: bounds.width,
      height: bounds.height,
      data,
      area,
    }
    return encodePlaced(part, { width, height })
  })
}

function captionsOf(documents: readonly PairDocument[], regions: Region[]): PairDocument['captions'] {
  const voted = { ...documents[0], regions }
  const ious = documents.map((document) => documentIou(document, voted) ?? 0)
  return documents[ious.indexOf(Math.max(...ious))].captions
}
