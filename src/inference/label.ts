import type { Region } from '../domain/region'
import { decodeFile } from '../images/decode'
import { emptyBitmap } from '../mask/bitmap'
import type { Bitmap } from '../mask/bitmap'
import { componentExtents, labelComponents } from '../mask/components'
import { encodeRle } from '../mask/rle'
import { ContractError } from '../contract/errors'

/** More parts than a person would look through become one region. */
const mostRegions = 200

/**
 * A mask file as regions, one a connected part. Set are the values over half of the largest; a file of
 * class numbers (all below 16) sets everything but 0.
 * @throws ImageError; ContractError `bad-image` where the size is not the pair's
 */
export async function readLabel(path: string, width: number, height: number): Promise<Region[]> {
  const { samples } = await decodeFile(path)
  if (samples.width !== width || samples.height !== height) {
    const message = `The mask has ${samples.width} x ${samples.height} pixels, its images ${width} x ${height}.`
    throw new ContractError({ code: 'bad-image', path, reason: 'size-mismatch', message })
  }
  const { channels, colours } = samples
  const bitmap = emptyBitmap(width, height)
  const most = largest(samples.data)
  const least = most < 16 ? 1 : most / 2
  for (let at = 0; at < bitmap.data.length; at += 1) {
    for (let channel = 0; channel < colours; channel += 1) {
      bitmap.data[at] |= samples.data[at * channels + channel] >= least && most > 0 ? 1 : 0
    }
  }
  return regionsOf(bitmap)
}

function regionsOf(bitmap: Bitmap): Region[] {
  const components = labelComponents(bitmap, 8)
  const extents = componentExtents(components).toSorted((a, b) => b.area - a.area)
  if (extents.length === 0) {
    return []
  }
  if (extents.length > mostRegions) {
    return [importedRegion(1, bitmap, undefined)]
  }
  return extents.map(({ label, bounds }, index) => {
    const part = emptyBitmap(bitmap.width, bitmap.height)
    for (let y = bounds.y; y < bounds.y + bounds.height; y += 1) {
      for (let x = bounds.x; x < bounds.x + bounds.width; x += 1) {
        const at = y * bitmap.width + x
        part.data[at] = components.labels[at] === label ? 1 : 0
      }
    }
    return importedRegion(index + 1, part, bounds)
  })
}

function importedRegion(number: number, bitmap: Bitmap, bounds: Parameters<typeof encodeRle>[1]): Region {
  return {
    id: `label-${number}`,
    category: 'change',
    status: 'proposed',
    mask: encodeRle(bitmap, bounds),
    beforeMask: null,
    source: { kind: 'imported' },
    score: null,
  }
}

function largest(values: ArrayLike<number>): number {
  let most = 0
  for (let at = 0; at < values.length; at += 1) {
    most = Math.max(most, values[at])
  }
  return most
}
